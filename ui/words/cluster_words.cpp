// SPDX-License-Identifier: MIT
#include "ui/words/cluster_words.h"

#include "lockcore/redis/cluster_topology.h"
#include "lockcore/redis/endpoint_options.h"
#include "ui/words/error_sentence.h"
#include "ui/words/tr.h"

namespace lockscope {

using lockcore::Endpoint;
using lockcore::Milliseconds;
using lockcore::NodeState;

QString nodeSentence(const NodeState &node, const Endpoint &endpoint, Milliseconds timeout)
{
    const auto address = lockcore::readAddress(node.address);
    return node.isLost() && node.error && address ? errorSentence(*node.error, lockcore::endpointOf(*address, endpoint), timeout)
                                                  : QString();
}

QString mapHint(const NodeState &node, const Endpoint &endpoint)
{
    using Kind = lockcore::ErrorKind;
    const bool unreachable = node.isLost() && node.error && (node.error->kind == Kind::Transport || node.error->kind == Kind::Timeout);
    if (!unreachable || !endpoint.cluster || !endpoint.cluster->reachable.empty())
        return {};
    return Words::tr("If the cluster announces addresses that cannot be reached from here (containers, NAT), name those that can: "
                     "--map ANNOUNCED=REACHABLE, or ?map=ANNOUNCED=REACHABLE in the URL.");
}

QStringList nodeSentences(const lockcore::ClusterState &cluster, const Endpoint &endpoint, Milliseconds timeout)
{
    constexpr qsizetype most = 3;
    QStringList sentences;
    QString hint;
    int more = 0;
    for (const auto &node : cluster.primaries) {
        const auto sentence = nodeSentence(node, endpoint, timeout);
        if (sentence.isEmpty())
            continue;
        if (hint.isEmpty())
            hint = mapHint(node, endpoint);
        if (sentences.size() < most)
            sentences << sentence;
        else
            ++more;
    }
    if (more > 0)
        sentences << (more == 1 ? Words::tr("1 more node cannot be read.") : Words::tr("%1 more nodes cannot be read.").arg(more));
    if (!hint.isEmpty())
        sentences << hint;
    return sentences;
}

} // namespace lockscope
