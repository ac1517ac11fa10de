// SPDX-License-Identifier: MIT
#include "app/lab/junit_xml.h"

#include <QXmlStreamWriter>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

using Kind = JunitCase::Kind;

void writeCounts(QXmlStreamWriter &xml, const std::vector<JunitCase> &cases)
{
    const auto count = [&](Kind kind) { return QString::number(std::ranges::count(cases, kind, &JunitCase::kind)); };
    xml.writeAttribute(u"tests"_s, QString::number(cases.size()));
    xml.writeAttribute(u"failures"_s, count(Kind::Failure));
    xml.writeAttribute(u"errors"_s, count(Kind::Error));
    xml.writeAttribute(u"skipped"_s, count(Kind::Skipped));
}

void writeCase(QXmlStreamWriter &xml, const QString &suite, const JunitCase &one)
{
    xml.writeStartElement(u"testcase"_s);
    xml.writeAttribute(u"classname"_s, u"lockscope.lab."_s + suite);
    xml.writeAttribute(u"name"_s, one.name);
    if (one.kind != Kind::Passed) {
        const auto element = one.kind == Kind::Failure ? u"failure"_s : one.kind == Kind::Error ? u"error"_s : u"skipped"_s;
        xml.writeStartElement(element);
        xml.writeAttribute(u"message"_s, one.message);
        if (one.kind != Kind::Skipped)
            xml.writeCharacters(one.details);
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

void writeSuite(QXmlStreamWriter &xml, const JunitSuite &suite)
{
    xml.writeStartElement(u"testsuite"_s);
    xml.writeAttribute(u"name"_s, suite.name);
    writeCounts(xml, suite.cases);
    xml.writeAttribute(u"time"_s, QString::number(suite.seconds, 'f', 3));
    xml.writeStartElement(u"properties"_s);
    for (const auto &[property, value] : suite.properties) {
        xml.writeEmptyElement(u"property"_s);
        xml.writeAttribute(u"name"_s, property);
        xml.writeAttribute(u"value"_s, value);
    }
    xml.writeEndElement();
    for (const auto &one : suite.cases)
        writeCase(xml, suite.name, one);
    xml.writeEndElement();
}

} // namespace

QByteArray junitXml(const QString &name, const std::vector<JunitSuite> &suites)
{
    std::vector<JunitCase> all;
    for (const auto &suite : suites)
        all.insert(all.end(), suite.cases.begin(), suite.cases.end());
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    xml.writeAttribute(u"name"_s, name);
    writeCounts(xml, all);
    for (const auto &suite : suites)
        writeSuite(xml, suite);
    xml.writeEndElement();
    xml.writeEndDocument();
    return bytes;
}

} // namespace lockscope
