# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Precompiled headers for Clang's libraries, attached from outside. They more
# than halve the compile time. Two headers are enough: one that ends in Sema.h
# for Sema and Parse, and one of the AST and LLVM headers for the others; AST
# itself cannot take Sema's, and in TextDiagnostic.cpp the header makes a name
# ambiguous. Each header is compiled once; the other libraries reuse it.

option(REPRISE_CLANG_PRECOMPILED_HEADERS "Build Clang with precompiled headers" ON)

set(REPRISE_CLANG_AST_HEADERS
  llvm/ADT/APFloat.h llvm/ADT/DenseMap.h llvm/ADT/FoldingSet.h
  llvm/ADT/STLExtras.h llvm/ADT/SmallPtrSet.h llvm/ADT/SmallVector.h
  llvm/ADT/StringExtras.h llvm/ADT/StringMap.h
  clang/AST/ASTContext.h clang/AST/Attr.h clang/AST/Decl.h
  clang/AST/DeclCXX.h clang/AST/DeclObjC.h clang/AST/DeclOpenMP.h
  clang/AST/DeclTemplate.h clang/AST/Expr.h clang/AST/ExprCXX.h
  clang/AST/ExprObjC.h clang/AST/ExprOpenMP.h clang/AST/OpenMPClause.h
  clang/AST/RecursiveASTVisitor.h clang/AST/Stmt.h clang/AST/StmtCXX.h
  clang/AST/StmtObjC.h clang/AST/StmtOpenACC.h clang/AST/StmtOpenMP.h
  clang/AST/StmtVisitor.h clang/AST/TypeLoc.h
  clang/Basic/TargetInfo.h clang/Lex/Preprocessor.h)

set(REPRISE_CLANG_SEMA_HEADERS
  ${REPRISE_CLANG_AST_HEADERS} clang/Sema/Sema.h)

# Compiles `headers` once with `owner` and reuses them for the other targets.
function(reprise_share_precompiled_header owner headers)
  list(TRANSFORM headers PREPEND "<")
  list(TRANSFORM headers APPEND ">")
  target_precompile_headers(${owner} PRIVATE ${headers})
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      target_precompile_headers(${target} REUSE_FROM ${owner})
    endif()
  endforeach()
endfunction()

function(reprise_attach_precompiled_headers)
  if(NOT REPRISE_CLANG_PRECOMPILED_HEADERS)
    return()
  endif()
  # Reproducible bytes, so that ccache can compare; see ccache's manual,
  # "Precompiled headers".
  set(reproducible "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  set(ast_users obj.clangCodeGen obj.clangSerialization obj.clangAnalysis
    obj.clangIndex obj.clangExtractAPI obj.clangASTMatchers
    obj.clangAnalysisLifetimeSafety obj.clangFrontend obj.clangFrontendTool
    obj.clangInstallAPI obj.clangRewriteFrontend)
  foreach(target obj.clangSema obj.clangParse obj.clangAST ${ast_users})
    if(TARGET ${target})
      target_compile_options(${target} PRIVATE ${reproducible})
    endif()
  endforeach()
  reprise_share_precompiled_header(obj.clangAST
    "${REPRISE_CLANG_AST_HEADERS}" ${ast_users})
  set_source_files_properties("${CLANG_SOURCE_DIR}/lib/Frontend/TextDiagnostic.cpp"
    TARGET_DIRECTORY obj.clangFrontend PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  reprise_share_precompiled_header(obj.clangSema
    "${REPRISE_CLANG_SEMA_HEADERS}" obj.clangParse)
endfunction()
