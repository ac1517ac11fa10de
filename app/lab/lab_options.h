// SPDX-License-Identifier: MIT
// The options of `lockscope lab`, from the command line.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/lab/scenario/store.h"
#include "lockcore/redis/endpoint.h"
#include "ui/runs/run_setup.h"

#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

struct LabOptions
{
    enum class What { Play, List, Judge, Suite, Sweep, Hunt, Check, Replay, Compare, Stores, Lesson, Pitfalls, Challenges, Challenge };

    What what = What::Play;
    QStringList scenarios;            ///< names or files
    QString history;                  ///< file with a history to judge
    bool cluster = false;             ///< on a cluster of the Lab's own
    std::vector<std::string> command; ///< the command that starts the workers; empty: built-in ones
    std::string protocol;             ///< for a check, a sweep or a hunt without a command
    std::map<std::string, std::string> protocolOptions;
    lockcore::Milliseconds huntTime{0};
    bool json = false;                               ///< JSON output of a suite, a sweep, a hunt, pitfalls or challenges
    std::optional<lockcore::Milliseconds> checkTime; ///< of the hunt of a check
    QString html, jsonFile;                          ///< files for the result of a check; empty: none
    QString server;                                  ///< a program; empty: the usual one of the store
    std::optional<lockcore::Store> store;            ///< instead of the one of the scenario
    std::optional<lockcore::Endpoint> foreign;       ///< from --url, with its password: a server that the Lab did not start
    std::optional<std::uint64_t> seed;
    std::vector<std::string> compared; ///< protocols that play the same scenario, 2 to 6
    QString lesson;                    ///< folder for the pages of the lessons
    QString replay;                    ///< folder of the run to play again
    QString junit;                     ///< file for the results as JUnit XML; empty: none
    QString baseline;                  ///< file with the baseline of a suite; empty: none
    bool writeBaseline = false;        ///< write it, instead of comparing with it
    QString runs;                      ///< the directory for run folders; empty: the usual one
    QString pitfall;                   ///< code of the pitfall to show; empty: all
    QString challenge;                 ///< name or number of the challenge
    QString answer;                    ///< to the challenge; empty: ask
    bool help = false;                 ///< if true, the other fields are not filled in
    bool version = false;              ///< as for `help`

    std::vector<lockcore::Store> stores; ///< to compare; empty: all that can be
};

RunSetup setupOf(const LabOptions &options);

/// `arguments` follow the word `lab`. Reads the password of --url. Error: Refused, with a sentence for the user.
lockcore::Result<LabOptions> parseLabOptions(const QStringList &arguments);

} // namespace lockscope
