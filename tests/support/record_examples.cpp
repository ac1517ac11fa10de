// SPDX-License-Identifier: MIT
// Makes a recording from the formats' examples and the corpus. Each key is on its own server, which loses it after a second:
// `record_examples FILE`. So the recording also contains keys that no run shows, because the current formats do not list them.
#include "support/format_examples.h"
#include "support/lock_corpus.h"
#include "support/recording_player.h"
#include "support/recording_words.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace {

using namespace lockcore;
using namespace lockcore::test;

std::string inputsOf(const KeySnapshot &look, const RecognitionContext &around, const std::string &what)
{
    RecordingHead head{look.at, look.id.db, what, {}};
    const RecordingWords words(head);
    RecordedLook there{look, {}, around}, gone;
    gone.look.id = look.id;
    gone.look.at = look.at + std::chrono::seconds(1);
    return head.line() + "\nscripts " + RecordingWords::names(around.fingerprints) + "\nchannels " + RecordingWords::names(around.channels)
           + "\nlook " + words.look(there) + "\ntake\nlook " + words.look(gone) + "\ntake\n";
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fputs("usage: record_examples FILE\n", stderr);
        return 2;
    }
    std::stringstream inputs;
    for (const auto &[format, name, examples] : formatExamples()) {
        for (const auto &example : examples)
            inputs << inputsOf(example.look, example.surroundings, name + ": " + std::string(example.what));
    }
    for (const auto &scene : lockCorpus()) {
        for (const auto &key : scene.keys)
            inputs << inputsOf(asRead(key, scene), scene.surroundings, "corpus " + key.where + ": " + scene.what);
    }
    std::ofstream file(argv[1]);
    playRecordings(inputs, "inputs", [&](const std::string &lines) { file << lines; });
    return file.flush() ? 0 : 1;
}
