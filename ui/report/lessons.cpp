// SPDX-License-Identifier: MIT
#include "ui/report/lessons.h"

#include "ui/report/verdict_words.h"
#include "ui/words/shown_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Outcome;
using lockcore::Property;

namespace {

struct LessonWords
{
    Q_DECLARE_TR_FUNCTIONS(LessonWords)
};

Lesson mistakenDeletion()
{
    return {
        u"1-deletion.html"_s,
        u"plain-del-after-expiry"_s,
        LessonWords::tr("Whose lock is deleted?"),
        LessonWords::tr("A takes the lock with SET NX PX, works, and frees the lock with DEL, as many tutorials do. B waits for the lock. "
                        "A's work takes longer than its lease."),
        {{LessonWords::tr("A's lease ends while A works. What does A notice?"),
          {{LessonWords::tr("Redis closes A's connection"), LessonWords::tr("Redis does not connect a key with a client.")},
           {LessonWords::tr("Nothing"),
            LessonWords::tr("The key is gone, and nobody says so to A. A goes on in the belief that it holds the lock.")},
           {LessonWords::tr("Its next command fails"), LessonWords::tr("For Redis it is a command like any other.")}},
          1,
          Property::LeaseOutlived,
          Outcome::Outlived},
         {LessonWords::tr("A is done and sends its DEL. What does the DEL remove?"),
          {{LessonWords::tr("B's lock"), LessonWords::tr("The key is B's by now, and DEL does not ask whose key it is.")},
           {LessonWords::tr("Nothing, as A's lock has ended"), LessonWords::tr("A key of that name is there again: B's.")},
           {LessonWords::tr("Nothing: Redis answers with an error"), LessonWords::tr("Redis does not know who has set a key.")}},
          0,
          Property::Ownership,
          Outcome::Violated},
         {LessonWords::tr("A and B have both written. What has become of the resource?"),
          {{LessonWords::tr("Both updates are there"), LessonWords::tr("B had read before A wrote, so B wrote over A's update.")},
           {LessonWords::tr("The second write was refused"), LessonWords::tr("The resource knows nothing of the lock.")},
           {LessonWords::tr("One update is lost"), LessonWords::tr("Both were at work at once: one wrote over what the other had done.")}},
          2,
          Property::Resource,
          Outcome::Violated}}};
}

Lesson token()
{
    return {
        u"2-token.html"_s,
        u"token-after-expiry"_s,
        LessonWords::tr("A token says whose lock it is"),
        LessonWords::tr(
            "The same story. Now the value of the key is a random token, and a script frees the lock: it deletes the key only if "
            "the value is still one's own token."),
        {{LessonWords::tr("Why a script, and not GET, a comparison in the program, and then DEL?"),
          {{LessonWords::tr("A script is faster"), LessonWords::tr("It saves a round trip, but that is not the point.")},
           {LessonWords::tr("The lock can change hands between GET and DEL"),
            LessonWords::tr("Redis runs a script in one piece. Between two commands, the lease can end and another can take the lock.")},
           {LessonWords::tr("GET cannot read the key of a lock"), LessonWords::tr("It is a string like any other.")}},
          1,
          Property::Ownership,
          Outcome::Held},
         {LessonWords::tr("A is late again. What does its release do?"),
          {{LessonWords::tr("It removes B's lock"), LessonWords::tr("The values differ, so the script deletes nothing.")},
           {LessonWords::tr("It waits until B is done"), LessonWords::tr("The script answers at once.")},
           {LessonWords::tr("Nothing: it finds B's token"), LessonWords::tr("The script compares, finds another token, and answers 0.")}},
          2,
          Property::Ownership,
          Outcome::Held},
         {LessonWords::tr("B has kept its lock. Is the resource safe, too?"),
          {{LessonWords::tr("No: A and B were both at work"),
            LessonWords::tr("The token guards the key, not the time. A worked on when its lease had ended, and an update is lost.")},
           {LessonWords::tr("Yes: nobody removed another's lock"), LessonWords::tr("That held. But B came in while A was still inside.")},
           {LessonWords::tr("Yes: a write without the lock is refused"), LessonWords::tr("Nobody compares the token when A writes.")}},
          0,
          Property::Resource,
          Outcome::Violated}}};
}

Lesson watchdog()
{
    return {
        u"3-watchdog.html"_s,
        u"watchdog-renews"_s,
        LessonWords::tr("A watchdog renews the lease"),
        LessonWords::tr(
            "A's work takes twice as long as its lease. A thread in A's process, the watchdog, renews the lease again and again. B "
            "waits for the lock."),
        {{LessonWords::tr("When does B get the lock?"),
          {{LessonWords::tr("When A frees it"),
            LessonWords::tr("Each renewal begins the lease again, so the lock never ended while A worked.")},
           {LessonWords::tr("When the first lease is over"), LessonWords::tr("It was renewed before that: see what is left of the lease.")},
           {LessonWords::tr("Never"), LessonWords::tr("A's watchdog stops when A frees the lock.")}},
          0,
          Property::LeaseOutlived,
          Outcome::Held},
         {LessonWords::tr("What if A's process crashed in the middle of its work?"),
          {{LessonWords::tr("The lock would stay for ever"), LessonWords::tr("Nobody is left who renews it.")},
           {LessonWords::tr("Redis would free the lock at once"), LessonWords::tr("Redis does not know that the key belongs to A.")},
           {LessonWords::tr("The lock would end one lease later at most"),
            LessonWords::tr("The watchdog dies with its process, and the last lease runs out. So a lease is needed all the same.")}},
          2,
          Property::Watchdog,
          Outcome::Held},
         {LessonWords::tr("What if A's whole process stood still for longer than its lease?"),
          {{LessonWords::tr("The watchdog would renew the lease"), LessonWords::tr("It is a part of the process that stands still.")},
           {LessonWords::tr("The lease would end, and A would not know"),
            LessonWords::tr("The watchdog stands still, too. When the process goes on, A is in the middle of its work. See lesson 4.")},
           {LessonWords::tr("Redis would wait for A"), LessonWords::tr("Redis ends the key on time.")}},
          1,
          Property::Watchdog,
          Outcome::Held}}};
}

Lesson fencing()
{
    return {u"4-fencing.html"_s,
            u"pause-with-fencing"_s,
            LessonWords::tr("A number for each holder"),
            LessonWords::tr(
                "Each holder of the lock gets a number, greater than all before it: the fencing token. It goes along with each write, "
                "and the resource remembers the greatest one. A is paused after it has read, and goes on when B is done."),
            {{LessonWords::tr("B has written with the number 2. A goes on and writes with the number 1. What happens?"),
              {{LessonWords::tr("A writes over B's update"), LessonWords::tr("So it would be without the numbers.")},
               {LessonWords::tr("The resource refuses A's write"), LessonWords::tr("It has seen 2, and 1 is older. B's update stays.")},
               {LessonWords::tr("Redis refuses A's write"), LessonWords::tr("Redis has the lock. The write goes to the resource.")}},
              1,
              Property::Resource,
              Outcome::Held},
             {LessonWords::tr("Who has prevented the lost update?"),
              {{LessonWords::tr("The lock"), LessonWords::tr("Its lease ended while A stood still, as it always does.")},
               {LessonWords::tr("A, which asked whether it still held the lock"),
                LessonWords::tr("A can be paused between its question and its write. No question helps.")},
               {LessonWords::tr("The resource"), LessonWords::tr("Only the resource sees both writes, and can compare their numbers.")}},
              2,
              Property::LeaseOutlived,
              Outcome::Outlived},
             {LessonWords::tr("What must the lock promise, so that this works?"),
              {{LessonWords::tr("Each holder's number is greater than those before it"),
                LessonWords::tr("Then the resource can tell the late one from the new one.")},
               {LessonWords::tr("The numbers have no gaps"), LessonWords::tr("A gap does no harm: only the order counts.")},
               {LessonWords::tr("The lease is longer than any pause"), LessonWords::tr("Nobody knows how long a pause will be.")}},
              0,
              Property::TokenOrder,
              Outcome::Held}}};
}

} // namespace

QList<Lesson> lessons() { return {mistakenDeletion(), token(), watchdog(), fencing()}; }

QString lessonProblem(const Lesson &lesson, const LabResult &result)
{
    if (result.error)
        return asSentence(result.error->text);
    for (const auto &question : lesson.questions) {
        const auto found = std::ranges::find(result.verdicts, question.property, &lockcore::Verdict::property);
        const auto outcome = found == result.verdicts.end() ? Outcome::NotExercised : found->outcome;
        if (outcome != question.outcome)
            return LessonWords::tr("%1: the lesson needs “%2: %3”, and this run shows “%4”")
                .arg(lesson.scenario, propertyText(question.property), wordText(lockcore::wordOf(question.outcome)),
                     wordText(lockcore::wordOf(outcome)));
    }
    return {};
}

} // namespace lockscope
