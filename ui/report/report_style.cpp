// SPDX-License-Identifier: MIT
#include "ui/report/report_parts.h"

namespace lockscope {

QString reportStyle()
{
    return QStringLiteral(R"(*{box-sizing:border-box}
body{margin:0;background:var(--base);color:var(--text);font:15px/1.55 system-ui,'Inter','Noto Sans','DejaVu Sans',sans-serif;
-webkit-text-size-adjust:100%}
main{max-width:1144px;margin:0 auto;padding:48px 32px 64px}
h1{font-size:30px;line-height:1.2;letter-spacing:-.01em;margin:0 0 14px;font-weight:650}
h2{font-size:12px;letter-spacing:.07em;text-transform:uppercase;color:var(--secondary);font-weight:600;margin:0 0 18px}
h3{font-size:15px;font-weight:600;margin:0 0 4px}
p{margin:0 0 8px}
section{margin-top:40px;padding-top:20px;border-top:1px solid var(--line)}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
code,td.n{font-family:ui-monospace,'DejaVu Sans Mono','Liberation Mono',monospace;font-size:.9em}
.eyebrow{font-size:12px;letter-spacing:.07em;text-transform:uppercase;color:var(--secondary);font-weight:600;margin:0 0 8px}
.chips{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 18px}
.chips span{background:var(--pill);border-radius:6px;padding:2px 10px;font-size:13px}
.story{font-size:17px;line-height:1.6;max-width:72ch;margin:0 0 20px}
.banner{display:inline-block;border-left:4px solid;padding:2px 0 2px 12px;font-weight:600;font-size:16px;margin:0 0 6px}
.aside{color:var(--secondary);font-size:13px}
.unexpected{color:var(--danger);font-weight:600;max-width:80ch}
figure{margin:0;overflow-x:auto}
figure svg{display:block;width:100%;min-width:820px;height:auto}
figure a:hover rect{stroke:var(--text)}
.steps{display:flex;flex-wrap:wrap;gap:4px}
.steps input{position:absolute;opacity:0;pointer-events:none}
.steps label{min-width:30px;padding:2px 8px;border:1px solid var(--line);border-radius:6px;text-align:center;font-size:13px;font-weight:600;
cursor:pointer;font-variant-numeric:tabular-nums}
.steps input:checked+label{background:var(--accent);border-color:var(--accent);color:var(--base)!important}
.steps input:focus-visible+label{outline:2px solid var(--text);outline-offset:1px}
.steps figure{flex-basis:100%}
.told{flex-basis:100%;min-height:64px;padding:8px 0;font-size:17px;line-height:24px}
.told ol{list-style:none;margin:0;padding:0}
.told .t{display:inline-block;min-width:88px;color:var(--secondary);font-variant-numeric:tabular-nums}
.told i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:7px}
.told .t0{font-size:15px}
.questions>li{margin-bottom:18px}
.answers{list-style:upper-alpha;margin:0 0 6px;padding-left:28px}
summary{color:var(--accent);cursor:pointer}
details[open]>summary{margin-bottom:8px}
.verdict{display:grid;grid-template-columns:200px minmax(0,1fr);gap:24px;padding:16px 0;border-top:1px solid var(--hairline)}
.verdict:first-of-type{border-top:0;padding-top:0}
.verdict p{margin:0 0 6px;line-height:1.45}
.outcome{font-weight:600}
.sentence{font-size:16px;max-width:72ch}
.pitfall{font-size:13px;color:var(--secondary)}
.pitfall b{background:var(--pill);color:var(--text);border-radius:5px;padding:1px 7px;margin-right:6px;font-weight:600}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:400;color:var(--secondary)}
th,td{padding:3px 16px 3px 0;vertical-align:baseline}
.events{margin-top:10px;font-size:14px}
.events td{padding:3px 14px 3px 0}
.events td.n{color:var(--secondary);text-align:right;white-space:nowrap}
.events td.n,.events td.t{min-width:44px}.events td.t{text-align:right;white-space:nowrap;color:var(--secondary);min-width:88px}
.events td.w{white-space:nowrap;font-weight:600;min-width:72px}
.events i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:7px}
.events tr:target td{background:var(--selected)}
.facts{margin-top:4px}
.facts th{padding-right:28px}
.quiet{margin-top:16px;font-size:13px;color:var(--secondary)}
.numbers{min-width:320px}
.numbers th+th,.numbers td{text-align:right;padding:3px 0 3px 24px}
.numbers tr+tr th{color:var(--text)}
.numbers tr+tr th,.numbers tr+tr td{border-top:1px solid var(--hairline)}
.zero{color:var(--faint)}
.pair{display:flex;flex-wrap:wrap;gap:16px 64px;margin-bottom:18px}
ul{margin:6px 0 0;padding-left:18px}
.links{font-size:14px;overflow-wrap:anywhere}
.file{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:13px;font-weight:400;color:var(--secondary);margin:18px 0 6px}
.wide{overflow-x:auto}
.source{font-size:14px;width:100%}
.source td{padding:0 12px 0 8px;line-height:1.6}
.source code{white-space:pre}
.source td.n{color:var(--faint);text-align:right;width:52px}
.source td.e{text-align:right;white-space:nowrap}
.source .hit td{background:var(--selected)}
.source .hit td:first-child{box-shadow:inset 3px 0 var(--accent)}
.source .cut td{color:var(--faint)}
footer{margin-top:48px;padding-top:16px;border-top:1px solid var(--line);color:var(--secondary);font-size:13px;max-width:90ch}
@media (max-width:720px){main{padding:28px 16px 48px}.verdict{grid-template-columns:1fr;gap:4px}h1{font-size:25px}}
@media (forced-colors:active){.steps input:checked+label{outline:3px solid Highlight}}
@media print{section{break-inside:avoid}figure svg{min-width:0}.steps{display:block}.steps label,.steps input,.t0{display:none}
.told{font-size:14px}.told ol{list-style:decimal;padding-left:28px}}
)");
}

} // namespace lockscope
