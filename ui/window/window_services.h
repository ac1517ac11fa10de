// SPDX-License-Identifier: MIT
// Objects that the window cannot create itself. They are passed in, so that tests drive the real window without a server.
#pragma once

#include "ui/monitor/lock_story.h"
#include "ui/monitor/monitor_source.h"
#include "ui/profiles/secret_store.h"
#include "ui/profiles/target.h"
#include "ui/window/file_chooser.h"

#include <functional>
#include <memory>

namespace lockscope {

class ExploreEngine;
class LabEngine;

struct WindowServices
{
    std::function<std::unique_ptr<MonitorSource>(const Target &)> watch;
    /// Starts or restarts the demo's server and returns its endpoint.
    std::function<lockcore::Result<lockcore::Endpoint>()> startDemo;
    LockStory demoStory{};
    QString profilesFile;
    std::string auditDirectory{};                             ///< of the release log; empty: the usual one
    QString incidentsFile{};                                  ///< keeps the incidents; empty: they are not kept
    QString formatsFile;                                      ///< the user's own lock formats
    std::shared_ptr<SecretStore> secrets;                     ///< null: there is no keychain
    std::function<std::unique_ptr<LabEngine>()> lab;          ///< null: there is no Lab
    std::function<std::unique_ptr<ExploreEngine>()> explorer; ///< null: there is no Explorer
    FileChooser chooseFile = lockscope::chooseFile;
};

} // namespace lockscope
