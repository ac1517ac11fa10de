// SPDX-License-Identifier: MIT
#include "ui/report/lessons.h"

#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Outcome;
using lockcore::Property;

namespace {

Lesson mistakenDeletion()
{
    return {
        u"1-deletion.html"_s,
        u"plain-del-after-expiry"_s,
        Words::tr("Whose lock is deleted?"),
        Words::tr("A takes the lock with SET NX PX, works, and frees the lock with DEL, as many tutorials do. B waits for the lock. "
                  "A's work takes longer than its lease."),
        {{Words::tr("A's lease ends while A works. What does A notice?"),
          {{Words::tr("Redis closes A's connection"), Words::tr("Redis does not connect a key with a client.")},
           {Words::tr("Nothing"), Words::tr("The key is gone, and nobody says so to A. A goes on in the belief that it holds the lock.")},
           {Words::tr("Its next command fails"), Words::tr("For Redis it is a command like any other.")}},
          1,
          Property::LeaseOutlived,
          Outcome::Outlived},
         {Words::tr("A is done and sends its DEL. What does the DEL remove?"),
          {{Words::tr("B's lock"), Words::tr("The key is B's by now, and DEL does not ask whose key it is.")},
           {Words::tr("Nothing, as A's lock has ended"), Words::tr("A key of that name is there again: B's.")},
           {Words::tr("Nothing: Redis answers with an error"), Words::tr("Redis does not know who has set a key.")}},
          0,
          Property::Ownership,
          Outcome::Violated},
         {Words::tr("A and B have both written. What has become of the resource?"),
          {{Words::tr("Both updates are there"), Words::tr("B had read before A wrote, so B wrote over A's update.")},
           {Words::tr("The second write was refused"), Words::tr("The resource knows nothing of the lock.")},
           {Words::tr("One update is lost"), Words::tr("Both were at work at once: one wrote over what the other had done.")}},
          2,
          Property::Resource,
          Outcome::Violated}},
        1};
}

Lesson token()
{
    return {u"2-token.html"_s,
            u"token-after-expiry"_s,
            Words::tr("A token says whose lock it is"),
            Words::tr("The same story. Now the value of the key is a random token, and a script frees the lock: it deletes the key only if "
                      "the value is still one's own token."),
            {{Words::tr("Why a script, and not GET, a comparison in the program, and then DEL?"),
              {{Words::tr("A script is faster"), Words::tr("It saves a round trip, but that is not the point.")},
               {Words::tr("The lock can change hands between GET and DEL"),
                Words::tr("Redis runs a script in one piece. Between two commands, the lease can end and another can take the lock.")},
               {Words::tr("GET cannot read the key of a lock"), Words::tr("It is a string like any other.")}},
              1,
              Property::Ownership,
              Outcome::Held},
             {Words::tr("A is late again. What does its release do?"),
              {{Words::tr("It removes B's lock"), Words::tr("The values differ, so the script deletes nothing.")},
               {Words::tr("It waits until B is done"), Words::tr("The script answers at once.")},
               {Words::tr("Nothing: it finds B's token"), Words::tr("The script compares, finds another token, and answers 0.")}},
              2,
              Property::Ownership,
              Outcome::Held},
             {Words::tr("B has kept its lock. Is the resource safe, too?"),
              {{Words::tr("No: A and B were both at work"),
                Words::tr("The token guards the key, not the time. A worked on when its lease had ended, and an update is lost.")},
               {Words::tr("Yes: nobody removed another's lock"), Words::tr("That held. But B came in while A was still inside.")},
               {Words::tr("Yes: a write without the lock is refused"), Words::tr("Nobody compares the token when A writes.")}},
              0,
              Property::Resource,
              Outcome::Violated}},
            2};
}

Lesson watchdog()
{
    return {
        u"3-watchdog.html"_s,
        u"watchdog-renews"_s,
        Words::tr("A watchdog renews the lease"),
        Words::tr("A's work takes twice as long as its lease. A thread in A's process, the watchdog, renews the lease again and again. B "
                  "waits for the lock."),
        {{Words::tr("When does B get the lock?"),
          {{Words::tr("When A frees it"), Words::tr("Each renewal begins the lease again, so the lock never ended while A worked.")},
           {Words::tr("When the first lease is over"), Words::tr("It was renewed before that: see what is left of the lease.")},
           {Words::tr("Never"), Words::tr("A's watchdog stops when A frees the lock.")}},
          0,
          Property::LeaseOutlived,
          Outcome::Held},
         {Words::tr("What if A's process crashed in the middle of its work?"),
          {{Words::tr("The lock would stay for ever"), Words::tr("Nobody is left who renews it.")},
           {Words::tr("Redis would free the lock at once"), Words::tr("Redis does not know that the key belongs to A.")},
           {Words::tr("The lock would end one lease later at most"),
            Words::tr("The watchdog dies with its process, and the last lease runs out. So a lease is needed all the same.")}},
          2,
          Property::Watchdog,
          Outcome::Held},
         {Words::tr("What if A's whole process stood still for longer than its lease?"),
          {{Words::tr("The watchdog would renew the lease"), Words::tr("It is a part of the process that stands still.")},
           {Words::tr("The lease would end, and A would not know"),
            Words::tr("The watchdog stands still, too. When the process goes on, A is in the middle of its work. See lesson 4.")},
           {Words::tr("Redis would wait for A"), Words::tr("Redis ends the key on time.")}},
          1,
          Property::Watchdog,
          Outcome::Held}}};
}

Lesson pause()
{
    return {
        u"4-pause.html"_s,
        u"pause-without-fencing"_s,
        Words::tr("A pause in the middle of the work"),
        Words::tr("A has read, and then its whole process stands still until its lease has ended; a watchdog in it would stand still, too. "
                  "B takes the lock meanwhile, writes, and is done. Then A goes on."),
        {{Words::tr("A's process goes on. What does it do first?"),
          {{Words::tr("It asks Redis whether it still has the lock"),
            Words::tr("Nothing tells A to ask: for A, no time has passed. And it could be paused again after the answer.")},
           {Words::tr("It notices that the lock is lost, and stops"), Words::tr("Nobody says so to A.")},
           {Words::tr("It writes what it was about to write"),
            Words::tr("A stood between its read and its write, and goes on from there.")}},
          2,
          Property::LeaseOutlived,
          Outcome::Outlived},
         {Words::tr("A has read before the pause, and B has written during it. What becomes of B's update when A writes?"),
          {{Words::tr("It is lost: A writes over it"), Words::tr("A writes what it has made of the old version.")},
           {Words::tr("It stays: Redis refuses A's write"), Words::tr("Redis has the lock. The write goes to the resource.")},
           {Words::tr("It stays: A's token is out of date"), Words::tr("The resource does not know the token of the lock.")}},
          0,
          Property::Resource,
          Outcome::Violated},
         {Words::tr("The lock compared its token at each step. Has it made a mistake?"),
          {{Words::tr("Yes: it gave the lock to B while A was inside"), Words::tr("A's lease had ended. A lease that does not end would "
                                                                                  "keep the lock of a dead worker for ever.")},
           {Words::tr("No: nobody removed another's lock, and still an update is lost"),
            Words::tr("The lock did all that it can. What helps is in lesson 5.")},
           {Words::tr("Yes: it should have woken A"), Words::tr("Redis cannot reach a process that stands still.")}},
          1,
          Property::Ownership,
          Outcome::Held}},
        1};
}

Lesson fencing()
{
    return {
        u"5-fencing.html"_s,
        u"pause-with-fencing"_s,
        Words::tr("A number for each holder"),
        Words::tr(
            "The same pause. Now each holder of the lock gets a number, greater than all before it: the fencing token. It goes along with "
            "each write, and the resource remembers the greatest one."),
        {{Words::tr("B has written with fencing token 2. A goes on and writes with fencing token 1. What happens?"),
          {{Words::tr("A writes over B's update"), Words::tr("So it was without the fencing tokens.")},
           {Words::tr("The resource refuses A's write"), Words::tr("It has seen 2, and 1 is older. B's update stays.")},
           {Words::tr("Redis refuses A's write"), Words::tr("Redis has the lock. The write goes to the resource.")}},
          1,
          Property::Resource,
          Outcome::Held},
         {Words::tr("Who has prevented the lost update?"),
          {{Words::tr("The lock"), Words::tr("Its lease ended while A stood still, as it always does.")},
           {Words::tr("A, which asked whether it still held the lock"),
            Words::tr("A can be paused between its question and its write. No question helps.")},
           {Words::tr("The resource"), Words::tr("Only the resource sees both writes, and can compare their numbers.")}},
          2,
          Property::LeaseOutlived,
          Outcome::Outlived},
         {Words::tr("What must the lock promise, so that this works?"),
          {{Words::tr("Each holder's fencing token is greater than those before it"),
            Words::tr("Then the resource can tell the late one from the new one.")},
           {Words::tr("The fencing tokens have no gaps"), Words::tr("A gap does no harm: only the order counts.")},
           {Words::tr("The lease is longer than any pause"), Words::tr("Nobody knows how long a pause will be.")}},
          0,
          Property::TokenOrder,
          Outcome::Held}}};
}

} // namespace

QList<Lesson> lessons() { return {mistakenDeletion(), token(), watchdog(), pause(), fencing()}; }

QString lessonProblem(const Lesson &lesson, const LabResult &result)
{
    if (result.error)
        return asSentence(result.error->text);
    for (const auto &question : lesson.questions) {
        const auto found = std::ranges::find(result.verdicts, question.property, &lockcore::Verdict::property);
        const auto outcome = found == result.verdicts.end() ? Outcome::NotExercised : found->outcome;
        if (outcome != question.outcome)
            return Words::tr("%1: the lesson needs “%2: %3”, and this run shows “%4”")
                .arg(lesson.scenario, propertyText(question.property), wordText(lockcore::wordOf(question.outcome)),
                     wordText(lockcore::wordOf(outcome)));
    }
    return {};
}

} // namespace lockscope
