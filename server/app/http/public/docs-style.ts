/** The style of the API documentation page, light or dark as the reader's system. */
export const docsStyle = `
:root{color-scheme:light dark;--bg:#f7f7f9;--surface:#fff;--line:#e4e4ea;--text:#18181d;--text-2:#5c5c69;--accent:#434bcb;--soft:#eef0fe;--green:#17683a;--green-soft:#e6f5ec;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){:root{--bg:#0f0f12;--surface:#17171b;--line:#2a2a31;--text:#ededf2;--text-2:#a2a2af;--accent:#a9b0ff;--soft:#22244a;--green:#7ad9a1;--green-soft:#14301f}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent)}nav a,.type a{text-decoration:none}a:hover{text-decoration:underline}
h1{margin:0;font-size:28px;line-height:1.25;letter-spacing:-.015em}h2{margin:40px 0 16px;font-size:21px;line-height:1.3}h3{margin:0;font-size:17px;line-height:1.4}h4{margin:20px 0 6px;font-size:14px}
p{margin:0 0 12px;max-width:75ch}
code{font-family:var(--mono);font-size:.88em}
p code,li code,dd code{padding:1px 5px;border-radius:5px;background:var(--soft)}
.page{display:grid;grid-template-columns:240px minmax(0,1fr);gap:40px;max-width:1180px;margin:0 auto;padding:40px 32px 96px}
nav{position:sticky;top:24px;align-self:start;max-height:calc(100vh - 48px);overflow:auto;font-size:14px}
nav ul{margin:0 0 14px;padding:0;list-style:none}nav p{margin:0 0 4px;color:var(--text-2);font-weight:600}
nav a{display:block;padding:4px 0;color:var(--text)}
.lead{color:var(--text-2);margin-top:8px}
.call{margin:0 0 20px;padding:20px 24px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
.where{display:flex;flex-wrap:wrap;align-items:center;gap:6px 10px;margin:6px 0 12px;font-family:var(--mono);font-size:14px}
.method{padding:1px 8px;border-radius:999px;background:var(--green-soft);color:var(--green);font-weight:650;font-size:12px}
.method.post{background:var(--soft);color:var(--accent)}
.fields{margin:0;padding:0;list-style:none}
.fields .fields{margin:6px 0 0 4px;padding-left:14px;border-left:2px solid var(--line)}
.fields>li{padding:7px 0;border-top:1px solid var(--line)}.fields>li:first-child{border-top:0}
.fields b{font-family:var(--mono);font-size:13.5px;font-weight:650}
.type{color:var(--text-2);font-size:13px}.about{margin:2px 0 0;color:var(--text-2);font-size:14px}
.statuses{display:grid;grid-template-columns:auto 1fr;gap:2px 14px;margin:0;font-size:14px}.statuses dt{font-family:var(--mono)}.statuses dd{margin:0;color:var(--text-2)}
pre{margin:0;padding:12px 14px;border:1px solid var(--line);border-radius:8px;background:var(--bg);font:13px/1.5 var(--mono);white-space:pre-wrap}
@media (max-width:900px){.page{display:block;padding:24px 16px 64px}nav{position:static;max-height:none;margin:0 0 24px;padding-bottom:8px;border-bottom:1px solid var(--line)}.call{padding:16px}}
`
