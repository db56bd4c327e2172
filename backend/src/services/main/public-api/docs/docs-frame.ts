/** A line icon of the product as the mask of what has its colour. */
const icon = (path: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='black' stroke-width='1.5' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`;
const chevron = icon('m4.5 6.3 3.5 3.5 3.5-3.5');
const lock = icon(
  'M4.5 7h7a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
);

/** The frame of the page: the product's own colours, type and edges around what the library draws (packages/ui/src/tokens.tsx). */
export const frame = `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;
  src:url(/docs/api/inter.woff2) format("woff2")}
:root{--bg:#f5f5f3;--surface:#fff;--surface-2:#fafaf8;--border:#e8e7e3;--border-strong:#d4d3cd;--text:#1b1b19;
  --muted:#686760;--accent:#3f4fcf;--accent-soft:#f0f1fb;color-scheme:light}
:root.dark-mode{--bg:#0f0f11;--surface:#161618;--surface-2:#1b1b1e;--border:#28282c;--border-strong:#3a3a40;
  --text:#ededef;--muted:#a0a0a8;--accent:#8f9bff;--accent-soft:#23253f;color-scheme:dark}
html.dark-mode,html.dark-mode body,body{background:var(--bg);color:var(--text);margin:0;
  font:13px/20px "Inter Variable",Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible{
  outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;z-index:2;background:var(--surface);padding:8px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;min-height:48px;padding:0 24px;
  background:var(--surface);border-bottom:1px solid var(--border)}
.brand{display:inline-flex;align-items:center;gap:8px;font-weight:600;font-size:15px;color:var(--text);text-decoration:none;min-height:40px}
.brand span{width:24px;height:24px;border-radius:6px;
  background:#3f4fcf url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='white' stroke-width='2.25' stroke-linecap='round'%3E%3Cpath d='M5 7.5c6.2 0 7.8 9 14 9'/%3E%3Cpath d='M5 16.5c2.7 0 4.5-1.7 5.9-3.7M13.1 11.2c1.4-2 3.2-3.7 5.9-3.7'/%3E%3C/svg%3E") center/18px no-repeat}
nav{display:flex;flex-wrap:wrap;gap:0 16px}
nav a{color:var(--muted);text-decoration:none;line-height:40px;border-bottom:2px solid transparent}
nav a:hover{color:var(--text)}nav a[aria-current]{color:var(--text);font-weight:500;border-color:var(--accent)}
main{max-width:1100px;margin:0 auto;padding:24px}
h1{font-size:18px;line-height:24px;font-weight:600;margin:0 0 8px}
.intro p{margin:0 0 8px;max-width:72ch;color:var(--muted)}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:12px;color:var(--text)}
.swagger-ui,.swagger-ui .opblock-tag,.swagger-ui .opblock .opblock-summary-description,.swagger-ui .btn,
  .swagger-ui table thead tr th,.swagger-ui .parameter__name,.swagger-ui input,.swagger-ui select,
  .swagger-ui .info li,.swagger-ui .info p,.swagger-ui .renderedMarkdown p,
  .swagger-ui .opblock .opblock-section-header h4,.swagger-ui .responses-inner h4,.swagger-ui .responses-inner h5,
  .swagger-ui .tab li,.swagger-ui label,.swagger-ui .response-col_status,.swagger-ui .scheme-container .schemes>label{
  font-family:inherit;color:var(--text)}
.swagger-ui .wrapper{max-width:none;padding:0}
.swagger-ui .info,.swagger-ui .information-container{display:none}
.swagger-ui .scheme-container{background:none;box-shadow:none;margin:0 0 8px;padding:0}
.swagger-ui .scheme-container .schemes .servers>label select,.swagger-ui .servers-title{font-size:13px}
.swagger-ui .filter .operation-filter-input{border:1px solid var(--border-strong);border-radius:6px;
  background:var(--surface);color:var(--text);padding:8px 10px;margin:8px 0 16px;font-size:13px}
.swagger-ui .opblock-tag{font-size:15px;font-weight:600;border-bottom:1px solid var(--border);padding:10px 4px;margin:0}
.swagger-ui .opblock-tag small{color:var(--muted);font-family:inherit}
.swagger-ui .opblock,html.dark-mode .swagger-ui .opblock{border-radius:6px;box-shadow:none;
  border:1px solid var(--border);background:var(--surface);margin:0 0 8px}
.swagger-ui .opblock .opblock-summary,html.dark-mode .swagger-ui .opblock .opblock-summary{border-color:var(--border)}
.swagger-ui .opblock .opblock-section-header,html.dark-mode .swagger-ui .opblock .opblock-section-header{
  background:var(--surface-2);box-shadow:none;border-color:var(--border);min-height:40px}
.swagger-ui .opblock .opblock-summary-method{border-radius:4px;font-size:12px;min-width:64px;padding:4px 0;
  text-shadow:none;background:var(--accent-soft);color:var(--accent)}
html.dark-mode .swagger-ui .opblock .opblock-summary .opblock-summary-method{background:var(--accent-soft);color:var(--accent)}
.swagger-ui .opblock .opblock-summary .opblock-summary-method{background:var(--accent-soft);color:var(--accent)}
.swagger-ui .opblock .opblock-summary-path{font-size:13px;
  font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--text)}
.swagger-ui .opblock .opblock-summary-description{color:var(--muted);font-size:13px}
.swagger-ui .btn{border-radius:6px;box-shadow:none;border:1px solid var(--border-strong);background:var(--surface);
  font-size:13px;font-weight:500}
.swagger-ui .btn.authorize{color:#fff;background:#3f4fcf;border-color:#3f4fcf}
.swagger-ui .btn.authorize{display:inline-flex;align-items:center;gap:8px;height:32px;padding:0 12px}
.swagger-ui .btn.authorize span{float:none;padding:0}
.swagger-ui .expand-operation svg,.swagger-ui .opblock-control-arrow svg,.swagger-ui .authorization__btn svg,
  .swagger-ui .btn.authorize svg{display:none}
.swagger-ui .expand-operation:before,.swagger-ui .opblock-control-arrow:before,.swagger-ui .authorization__btn:before,
  .swagger-ui .btn.authorize:before{content:"";flex:none;display:block;width:16px;height:16px;background:var(--muted);
  -webkit-mask:var(--drawing) center/16px no-repeat;mask:var(--drawing) center/16px no-repeat}
.swagger-ui .expand-operation,.swagger-ui .opblock-control-arrow{--drawing:${chevron};display:grid;place-items:center;
  width:32px;height:32px;padding:0;border-radius:6px}
.swagger-ui .expand-operation:hover,.swagger-ui .opblock-control-arrow:hover{background:var(--surface-2)}
.swagger-ui [aria-expanded=true]:before{transform:rotate(180deg)}
.swagger-ui .authorization__btn,.swagger-ui .btn.authorize{--drawing:${lock}}
.swagger-ui .authorization__btn{display:grid;place-items:center;width:32px;height:32px;padding:0;opacity:1}
.swagger-ui .authorization__btn.locked:before{background:var(--accent)}
.swagger-ui .btn.authorize:before{order:1;background:#fff}
.swagger-ui .wrapper:has(.opblock-tag-section){padding:0}
.swagger-ui .btn.execute{background:#3f4fcf;border-color:#3f4fcf;color:#fff}
.swagger-ui .dialog-ux .modal-ux{background:var(--surface);border:1px solid var(--border);border-radius:10px;color:var(--text)}
.swagger-ui .dialog-ux .modal-ux-header{border-color:var(--border)}
.swagger-ui .dialog-ux .modal-ux-header h3,.swagger-ui .dialog-ux .modal-ux-content h4,
  .swagger-ui .dialog-ux .modal-ux-content p{color:var(--text);font-family:inherit}
.swagger-ui textarea,.swagger-ui input[type=text],.swagger-ui select{background:var(--surface);color:var(--text);
  border:1px solid var(--border-strong);border-radius:6px}
.swagger-ui .parameter__type,.swagger-ui .parameter__in,.swagger-ui .parameter__deprecated{color:var(--muted);font-family:inherit}
body .swagger-ui .opblock[class],html.dark-mode body .swagger-ui .opblock[class]{background:var(--surface);border-color:var(--border)}
body .swagger-ui .opblock[class] .opblock-summary,html.dark-mode body .swagger-ui .opblock[class] .opblock-summary{
  border-color:var(--border)}
body .swagger-ui .opblock[class] .opblock-section-header,
  html.dark-mode body .swagger-ui .opblock[class] .opblock-section-header{background:var(--surface-2);border-color:var(--border)}
body .swagger-ui .opblock[class] .tab-header .tab-item.active h4 span:after,
  html.dark-mode body .swagger-ui .opblock[class] .tab-header .tab-item .opblock-title span:after{background:var(--accent)}
.swagger-ui .renderedMarkdown code{color:var(--accent);background:var(--accent-soft);border-radius:4px;padding:2px 4px;font-weight:500}
.swagger-ui .loading-container{padding:24px 0}
.swagger-ui .servers,.swagger-ui .servers-title{display:none}
.swagger-ui .scheme-container .schemes{justify-content:flex-end;margin:0}
.swagger-ui .wrapper section.block,.swagger-ui .wrapper .block-desktop{padding:0}
.swagger-ui .opblock-tag-section>.operation-tag-content{padding:8px 0}
@media(max-width:720px){.intro p{max-width:none}header{padding:0 16px}main{padding:16px}.swagger-ui .opblock .opblock-summary{flex-wrap:wrap}.swagger-ui .opblock .opblock-summary-description{flex-basis:100%;padding:0 8px 4px}.swagger-ui .opblock .opblock-summary-path{max-width:calc(100vw - 190px);word-break:break-word}.swagger-ui table.parameters tbody tr td,.swagger-ui table.parameters tbody tr{display:block;max-width:none;width:auto}.swagger-ui table.parameters thead{display:none}.swagger-ui .scheme-container .schemes{flex-wrap:wrap}.swagger-ui .dialog-ux .modal-ux{min-width:0;width:calc(100vw - 32px)}}
`;
