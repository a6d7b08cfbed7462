//===- black_scholes.h - Prices of many options --------------- -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Price of a European call and of the put with the same strike, by the closed
// formula (Black and Scholes, "The Pricing of Options and Corporate
// Liabilities", 1973), for many options on many shares. Options do not depend
// on each other. The level of the market changes from one iteration to the
// next: a replay has to bring the current one to its tasks.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_BLACK_SCHOLES_H
#define REPRISE_BENCHMARKS_BLACK_SCHOLES_H

#include "../common/assumes.h"
#include "../common/fingerprint.h"
#include "../common/program.h"

#include <algorithm>
#include <random>

struct Market {
  explicit Market(const bench::Options &options)
      : size(options["size"]), block(options["block"]), contracts(size),
        prices(size) {
    std::mt19937_64 random(options.seed);
    const auto between = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (Contract &contract : contracts) {
      contract.share = between(10, 200);
      contract.strike = contract.share * between(0.7, 1.4);
      contract.rate = between(0.0, 0.1);
      contract.volatility = between(0.1, 0.6);
      contract.years = between(0.1, 3);
    }
  }

  /// What one option was agreed to be, and what its share is like.
  struct Contract {
    double share;      ///< Price of the share at level 1.
    double strike;     ///< Price at which it may be bought or sold.
    double rate;       ///< Interest without risk, per year.
    double volatility; ///< Of the share, per square root of a year.
    double years;      ///< Until the option ends.
  };
  struct Price {
    double call, put;
  };

  /// By which all shares are up or down in an iteration.
  static double level(int iteration) {
    return 1.0 + 0.01 * (iteration % 11 - 5);
  }

  static Price priceOf(const Contract &contract, double level) {
    const double share = level * contract.share;
    const double spread = contract.volatility * std::sqrt(contract.years);
    const double drift =
        (contract.rate + 0.5 * contract.volatility * contract.volatility) *
        contract.years;
    const double d1 = (std::log(share / contract.strike) + drift) / spread;
    const double d2 = d1 - spread;
    const double strike =
        contract.strike * std::exp(-contract.rate * contract.years);
    return {share * normal(d1) - strike * normal(d2),
            strike * normal(-d2) - share * normal(-d1)};
  }

  // LLVM has erfc in no list of the C library's functions.
  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  /// Prices one block of options.
  BENCH_KERNEL void evaluate(double level, std::int64_t begin) {
    const std::int64_t end = std::min(begin + block, size);
    for (std::int64_t i = begin; i < end; ++i)
      prices[i] = priceOf(contracts[i], level);
  }
  BENCH_END_ASSUMES

  void prepare(int) {}
  void finish(int iteration) {
    last_level = level(iteration);
    std::vector<double> all;
    for (const Price &price : prices)
      all.insert(all.end(), {price.call, price.put});
    results.begin();
    results.mix(all);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Market &reference) const {
    const std::string wrong = reference.implausible();
    return wrong.empty() ? results.mismatch("the prices are", reference.results)
                         : "the serial variant itself is wrong: " + wrong;
  }
  std::int64_t grain() const { return std::min(block, size); }

  std::int64_t size;  ///< Options.
  std::int64_t block; ///< Options priced by one task.

private:
  std::vector<Contract> contracts;
  std::vector<Price> prices;
  double last_level = 1; ///< That of the prices above.
  bench::Fingerprints results;

  /// Distribution function of the standard normal distribution.
  static double normal(double x) {
    return 0.5 * std::erfc(-x * std::sqrt(0.5));
  }

  /// The example of Hull, "Options, Futures, and Other Derivatives" (share 42,
  /// strike 40, half a year, 10 % interest, volatility 20 %), and of all prices
  /// that a call less a put is worth the share less the discounted strike.
  std::string implausible() const {
    const Price example = priceOf({42, 40, 0.1, 0.2, 0.5}, 1);
    if (!(std::fabs(example.call - 4.759422) < 1e-6) ||
        !(std::fabs(example.put - 0.808599) < 1e-6))
      return "the example costs " + std::to_string(example.call) + " and " +
             std::to_string(example.put) + ", not 4.759422 and 0.808599";
    for (std::int64_t i = 0; i < size; ++i) {
      const Contract &contract = contracts[i];
      const double forward =
          last_level * contract.share -
          contract.strike * std::exp(-contract.rate * contract.years);
      const double error = prices[i].call - prices[i].put - forward;
      if (!(std::fabs(error) < 1e-12 * contract.strike))
        return "option " + std::to_string(i) + ": call and put differ by " +
               std::to_string(error) + " too much";
    }
    return "";
  }
};

void runSerial(Market &market, bench::Laps &laps);
void runFor(Market &market, bench::Laps &laps);
void runTasks(Market &market, bench::Laps &laps);
void runTaskgraph(Market &market, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_BLACK_SCHOLES_H
