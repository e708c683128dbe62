import { html } from "../../platform/http/html.ts";

/** The styles of the React screens for server-rendered pages. */
export const pageStyles = html`
:root { color-scheme: light dark; --bg: #fbfbfd; --surface: #fff; --sunken: #f2f3f7; --fg: #15171c; --muted: #565c69; --border: #dcdfe6; --border-strong: #7c8392;
  --accent: #3346c9; --accent-hover: #2838a8; --on-accent: #fff; --accent-soft: #eceefc; --danger: #b42318; --danger-soft: #fdf0ee; --warning: #8a5300; --warning-soft: #fdf5e4; --success: #18693c; --success-soft: #e9f6ee; --focus: #3346c9;
  --font: "Inter Variable", "Inter Fallback", "Inter", var(--script-font, ui-sans-serif), system-ui, -apple-system, "Segoe UI", sans-serif; --heading-font: var(--font); --radius: 6px; --radius-card: 10px }
@media screen and (prefers-color-scheme: dark) { :root { --bg: #0f1116; --surface: #171a21; --sunken: #0b0d11; --fg: #eceef3; --muted: #a6adbb; --border: #2a2f3a; --border-strong: #6f7888;
  --accent: #97a5ff; --accent-hover: #b1bbff; --on-accent: #0f1330; --accent-soft: #1d2340; --danger: #ff9b8f; --danger-soft: #341815; --warning: #f0b95a; --warning-soft: #2f2410; --success: #6fd39a; --success-soft: #10291b; --focus: #b1bbff } }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; padding: 24px 16px 48px; background: var(--bg); color: var(--fg); font: 400 1rem/1.5 var(--font); overflow-wrap: break-word }
header { max-width: 400px; margin: 0 auto 24px; font: 600 1rem/1.5 var(--heading-font) }
header a { display: inline-block; color: inherit; text-decoration: none }
.logo { display: block; max-width: 100%; height: auto }
@media screen and (prefers-color-scheme: dark) { .logo[data-plate] { box-sizing: content-box; max-width: calc(100% - 24px); padding: 8px 12px; border-radius: 6px; background: #fff; forced-color-adjust: none } }
main { max-width: 400px; margin: 0 auto }
@media (min-width: 640px) { body { padding-top: 10vh } main { padding: 32px; border: 1px solid var(--border); border-radius: var(--radius-card); background: var(--surface) } }
h1 { margin: 0 0 24px; font: 600 1.5rem/1.33 var(--heading-font); letter-spacing: -.01em }
p { margin: 0 }
a { color: var(--accent); text-underline-offset: .2em }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.lead { margin: -12px 0 24px; color: var(--muted) }
.lead p + p { margin-top: 8px }
.lead a { white-space: nowrap }
.strong { color: var(--fg); font-weight: 600; overflow-wrap: anywhere }
.form { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr) }
label { display: block; margin-bottom: 6px; font-weight: 500 }
.hint { margin: -2px 0 6px; color: var(--muted); font-size: .875rem }
.error { display: flex; gap: 8px; margin: 0 0 6px; color: var(--danger); font-size: .875rem; font-weight: 500 }
input { width: 100%; min-height: 44px; margin: 0; padding: 8px 12px; border: 1px solid var(--border-strong); border-radius: var(--radius); background: var(--surface); color: var(--fg); font: inherit }
input:hover { border-color: var(--fg) }
input:focus-visible { outline-offset: 0; border-color: var(--focus) }
input[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
.field { position: relative }
.reveal { position: absolute; inset-inline-end: 4px; bottom: 4px; height: 36px; min-width: 60px; padding: 0 10px; border: 0; border-radius: var(--radius); background: none; color: var(--accent); font: 500 .875rem/1 var(--font); cursor: pointer }
.reveal:hover { background: var(--accent-soft) }
input:has(+ .reveal:not([hidden])) { padding-inline-end: 76px }
input.code { font: 1.25rem/1.5 ui-monospace, Menlo, monospace; letter-spacing: .3em }
.form > .hint { margin: -12px 0 0 }
.checkbox { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; align-items: center; margin: -8px 0 }
.checkbox input { width: 20px; min-height: 20px; height: 20px; accent-color: var(--accent) }
.checkbox label { margin: 0; padding: 10px 0; font-weight: 400 }
.methods { margin-top: 16px }
.methods summary { padding: 10px 0; color: var(--accent); cursor: pointer }
.methods ul { display: grid; gap: 8px; margin: 8px 0 16px; padding: 0; list-style: none }
.methods p { color: var(--muted) }
.captcha label:not([hidden]) { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; align-items: center; font-weight: 400 }
.captcha input[type=checkbox] { width: 20px; min-height: 20px; height: 20px; margin: 0; accent-color: var(--accent) }
.captcha .hint { margin: 0 }
.button { display: block; width: 100%; min-height: 44px; padding: 9px 20px; border: 1px solid var(--accent); border-radius: var(--radius); background: var(--accent); color: var(--on-accent); font: 500 1rem/1.5 var(--font); text-align: center; text-decoration: none; cursor: pointer }
.button:hover { border-color: var(--accent-hover); background: var(--accent-hover) }
.button[aria-disabled=true] { cursor: default; opacity: .8 }
.button[aria-disabled=true]::after { content: ""; display: inline-block; width: 1em; height: 1em; margin-inline-start: 10px; border: 2px solid; border-inline-end-color: transparent; border-radius: 50%; vertical-align: -.125em; opacity: 0; animation: appear 80ms .3s forwards, turn .8s linear infinite }
@keyframes appear { to { opacity: 1 } }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion: reduce) { .button[aria-disabled=true]::after { animation: appear 80ms .3s forwards } }
.button[data-variant=plain] { border-color: var(--border-strong); background: var(--surface); color: var(--fg) }
.button[data-variant=plain]:hover { background: var(--sunken) }
.button[data-variant=quiet] { border-color: transparent; background: none; color: var(--accent) }
.button[data-variant=quiet]:hover { background: var(--accent-soft) }
.aside { margin-top: -8px; font-size: .875rem }
.passkey { margin-top: 12px; gap: 8px }
.passkey .error { margin: 0 }
.passkey .error:empty { display: none }
.push-number { margin: 0 0 16px; font: 600 2.75rem/1.2 ui-monospace, Menlo, monospace; text-align: center; letter-spacing: .1em }
.time-left { margin-bottom: 24px; color: var(--muted); font-size: .875rem; font-variant-numeric: tabular-nums }
.push-number + .time-left { margin-top: -8px; text-align: center }
.time-left:empty { display: none }
.notice + .time-left { margin-top: -16px }
.caps, .slow { margin: 6px 0 0; color: var(--muted); font-size: .875rem }
.form > .caps { margin-top: -14px; color: var(--warning) }
.caps:empty, .slow:empty { display: none }
noscript .hint { margin: 16px 0 0 }
.links, .actions { margin-top: 24px; text-align: center }
.links { color: var(--muted) }
.actions { display: grid; gap: 12px }
.again { margin-top: 16px; text-align: center }
.again .hint { margin: 8px 0 0 }
.aside a, .links a { display: inline-block; padding: 4px 0 }
.icon { flex: none; display: inline-grid; place-items: center; width: 1.25em; height: 1.25em; margin-top: .125em; border-radius: 50%; background: var(--mark, var(--danger)); color: var(--surface); font: 700 .8em/1 var(--font) }
.notice { --mark: var(--accent); display: flex; gap: 12px; margin-bottom: 24px; padding: 12px 16px; border: 1px solid var(--border); border-inline-start: 4px solid var(--mark); border-radius: min(6px, var(--radius-card)); background: var(--accent-soft) }
.notice > div { min-width: 0 }
.notice[data-kind=success] { --mark: var(--success); background: var(--success-soft) }
.notice[data-kind=warning] { --mark: var(--warning); background: var(--warning-soft) }
.notice[data-kind=danger] { --mark: var(--danger); background: var(--danger-soft) }
.summary { margin-bottom: 24px; padding: 16px; border: 2px solid var(--danger); border-radius: var(--radius-card); background: var(--danger-soft) }
.summary h2 { margin: 0 0 8px; font-size: 1.125rem; line-height: 1.4; font-weight: 600 }
.summary ul { margin: 0; padding: 0; list-style: none }
.summary li { padding: 2px 0 }
.summary a, .error a { color: var(--danger); font-weight: 500 }
.notice a { color: inherit }
.clock { display: block; width: 40px; height: 40px; margin-bottom: 28px; border: 2px solid var(--warning); border-radius: 50%; background: linear-gradient(var(--warning) 0 0) 50% 34% / 2px 30% no-repeat, linear-gradient(var(--warning) 0 0) 63% 52% / 28% 2px no-repeat, var(--warning-soft) }
.request-id { margin-top: 8px; color: var(--muted); font-size: .875rem }
code { font-family: ui-monospace, Menlo, monospace; user-select: all; direction: ltr; unicode-bidi: isolate }
[dir=rtl] input:is([type=email], [autocomplete=one-time-code]) { direction: ltr; text-align: end }
@media (forced-colors: active) { .icon { border: 1px solid CanvasText } .button { border-color: ButtonText } }
`;
