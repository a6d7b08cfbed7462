//===- ParseOpenMPTaskgraph.cpp - Clauses of taskgraph --------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which clauses 'omp taskgraph' takes is decided here and not by the tables of
// the LLVM library: they know neither the clauses 'nowait' and 'tdg_type', nor
// that the directive is accepted before OpenMP 6.0. So are the clause
// 'replayable' and the modifier 'saved'.
//
//===----------------------------------------------------------------------===//

#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Parse/Parser.h"
#include "clang/Parse/RAIIObjectsForParser.h"
#include "clang/Sema/SemaOpenMP.h"

using namespace clang;
using namespace llvm::omp;

OMPClause *Parser::ParseOpenMPTaskgraphClause(OpenMPClauseKind CKind,
                                              bool FirstClause) {
  StringRef Directive =
      getOpenMPDirectiveName(OMPD_taskgraph, getLangOpts().OpenMP);
  bool TakesArgument = false, NeedsArgument = false;
  switch (CKind) {
  case OMPC_unknown:
    if (Tok.is(tok::identifier) && Tok.getIdentifierInfo()->isStr("tdg_type"))
      ParseOpenMPTaskgraphTypeClause();
    else
      skipUntilPragmaOpenMPEnd(OMPD_taskgraph);
    return nullptr;
  case OMPC_if:
    // Sema checks that there is only one.
    return ParseOpenMPSingleExprWithArgClause(OMPD_taskgraph, CKind,
                                              /*ParseOnly=*/false);
  case OMPC_graph_id:
    TakesArgument = NeedsArgument = true;
    break;
  case OMPC_nowait:
    Diag(Tok, diag::ext_omp_taskgraph_item)
        << /*clause*/ 0 << getOpenMPClauseName(CKind);
    [[fallthrough]];
  case OMPC_graph_reset:
  case OMPC_nogroup:
    TakesArgument = true;
    break;
  default:
    Diag(Tok, diag::err_omp_unexpected_clause)
        << getOpenMPClauseName(CKind) << Directive;
    break;
  }

  if (TakesArgument && !FirstClause)
    Diag(Tok, diag::err_omp_more_one_clause)
        << Directive << getOpenMPClauseName(CKind) << 0;

  SourceLocation StartLoc = ConsumeAnyToken();
  if (!TakesArgument) {
    BalancedDelimiterTracker T(*this, tok::l_paren,
                               tok::annot_pragma_openmp_end);
    if (Tok.is(tok::l_paren) && !T.consumeOpen())
      T.skipToEnd();
    return nullptr;
  }

  SourceLocation LParenLoc, EndLoc = StartLoc;
  ExprResult Argument;
  if (NeedsArgument || Tok.is(tok::l_paren)) {
    LParenLoc = Tok.getLocation();
    Argument = ParseOpenMPParensExpr(getOpenMPClauseName(CKind), EndLoc);
    if (Argument.isInvalid())
      return nullptr;
  }
  if (!FirstClause)
    return nullptr;

  SemaOpenMP &OpenMP = Actions.OpenMP();
  switch (CKind) {
  case OMPC_graph_id:
    return OpenMP.ActOnOpenMPGraphIdClause(Argument.get(), StartLoc, LParenLoc,
                                           EndLoc);
  case OMPC_graph_reset:
    return OpenMP.ActOnOpenMPGraphResetClause(Argument.get(), StartLoc,
                                              LParenLoc, EndLoc);
  case OMPC_nowait:
    return OpenMP.ActOnOpenMPNowaitClause(StartLoc, EndLoc, LParenLoc,
                                          Argument.get());
  default:
    if (Argument.isUnset())
      return OpenMP.ActOnOpenMPNogroupClause(StartLoc, EndLoc);
    return OpenMP.ActOnOpenMPNogroupClause(Argument.get(), StartLoc, LParenLoc,
                                           EndLoc);
  }
}

OMPClause *Parser::ParseOpenMPReplayableClause(OpenMPDirectiveKind DKind,
                                               bool FirstClause) {
  const unsigned Version = getLangOpts().OpenMP;
  const bool Allowed = isAllowedClauseForDirective(DKind, OMPC_replayable,
                                                   std::max(Version, 60u));
  if (!Allowed)
    Diag(Tok, diag::err_omp_unexpected_clause)
        << "replayable" << getOpenMPDirectiveName(DKind, Version);
  else if (!FirstClause)
    Diag(Tok, diag::err_omp_more_one_clause)
        << getOpenMPDirectiveName(DKind, Version) << "replayable" << 0;
  else if (Version < 60)
    Diag(Tok, diag::ext_omp_taskgraph) << /*clause*/ 2 << "replayable";

  SourceLocation StartLoc = ConsumeToken(), LParenLoc, EndLoc = StartLoc;
  ExprResult Argument;
  if (Tok.is(tok::l_paren)) {
    LParenLoc = Tok.getLocation();
    Argument = ParseOpenMPParensExpr("replayable", EndLoc);
  }
  if (Argument.isInvalid() || !Allowed || !FirstClause)
    return nullptr;
  return Actions.OpenMP().ActOnOpenMPReplayableClause(Argument.get(), StartLoc,
                                                      LParenLoc, EndLoc);
}

void Parser::ParseOpenMPTaskgraphTypeClause() {
  Diag(Tok, diag::ext_omp_taskgraph_item) << /*clause*/ 0 << "tdg_type";
  bool FirstClause = !Actions.OpenMP().getCurrentTaskgraphTypeClause();
  if (!FirstClause)
    Diag(Tok, diag::err_omp_more_one_clause)
        << getOpenMPDirectiveName(OMPD_taskgraph, getLangOpts().OpenMP)
        << "tdg_type" << 0;

  OMPTaskgraphTypeClause Clause;
  Clause.StartLoc = ConsumeToken();
  BalancedDelimiterTracker T(*this, tok::l_paren, tok::annot_pragma_openmp_end);
  if (T.expectAndConsume(diag::err_expected_lparen_after, "tdg_type"))
    return;
  Clause.LParenLoc = T.getOpenLocation();
  Clause.TypeLoc = Tok.getLocation();
  if (Tok.is(tok::kw_static))
    Clause.Type = OMPC_TDG_TYPE_static;
  else if (Tok.is(tok::identifier) && Tok.getIdentifierInfo()->isStr("dynamic"))
    Clause.Type = OMPC_TDG_TYPE_dynamic;

  if (Clause.Type == OMPC_TDG_TYPE_none) {
    Diag(Tok, diag::err_omp_unexpected_clause_value)
        << "'dynamic' or 'static'" << "tdg_type";
    T.skipToEnd();
    return;
  }
  ConsumeToken();
  if (T.consumeClose())
    return;
  Clause.EndLoc = T.getCloseLocation();
  if (!FirstClause)
    return;
  Actions.OpenMP().ActOnOpenMPTaskgraphTypeClause(Clause);
}

void Parser::ParseOpenMPSavedModifier(OpenMPDirectiveKind DKind,
                                      SemaOpenMP::OpenMPVarListDataTy &Data) {
  if (Tok.isNot(tok::identifier) || !Tok.getIdentifierInfo()->isStr("saved") ||
      NextToken().isNot(tok::colon))
    return;
  SourceLocation SavedLoc = ConsumeToken();
  Data.ColonLoc = ConsumeToken();
  if (!isOpenMPTaskingDirective(DKind) &&
      !isOpenMPTargetExecutionDirective(DKind)) {
    Diag(SavedLoc, diag::err_omp_saved_needs_task)
        << getOpenMPDirectiveName(DKind, getLangOpts().OpenMP);
    return;
  }
  if (getLangOpts().OpenMP < 60)
    Diag(SavedLoc, diag::ext_omp_taskgraph) << /*modifier*/ 1 << "saved";
  Data.ExtraModifierLoc = SavedLoc;
}
