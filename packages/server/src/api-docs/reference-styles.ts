import { Html } from "../platform/http/html.ts";

/** The site's colors; text has a contrast of at least 4.5. */
export const referenceStyles = new Html(`
:root { color-scheme: light dark; --bg: #fbfbfd; --surface: #fff; --sunken: #f2f3f7; --fg: #15171c; --muted: #565c69; --border: #dcdfe6; --accent: #3346c9; --accent-soft: #eceefc; --danger: #b42318; --danger-soft: #fdf0ee; --warning: #8a5300; --warning-soft: #fdf5e4; --success: #18693c; --success-soft: #e9f6ee; --bar: 56px }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1116; --surface: #171a21; --sunken: #0b0d11; --fg: #eceef3; --muted: #a6adbb; --border: #2a2f3a; --accent: #97a5ff; --accent-soft: #1d2340; --danger: #ff9b8f; --danger-soft: #341815; --warning: #f0b95a; --warning-soft: #2f2410; --success: #6fd39a; --success-soft: #10291b } }
*, ::before, ::after { box-sizing: border-box }
html { scroll-padding-block-start: calc(var(--bar) + 24px); -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/24px "Inter Variable", Inter, system-ui, sans-serif; overflow-wrap: break-word }
h1, h2, h3, h4, p, ul, ol, pre { margin: 0; padding: 0 }
h1, h2, h3 { font-weight: 600; letter-spacing: -.015em; text-wrap: balance }
h1 { font-size: clamp(30px, 5vw + 14px, 44px); line-height: 1.15 }
h2 { font-size: 30px; line-height: 38px }
h3 { font-size: 20px; line-height: 28px }
h4 { margin: 24px 0 4px; font-size: 13px; line-height: 18px; font-weight: 600; color: var(--muted) }
a { color: var(--accent); text-underline-offset: 3px }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em }
p code, li > code { padding: 1px 5px; border-radius: 4px; background: var(--sunken) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
main:focus { outline: none }
.skip { position: absolute; inset-inline-start: 16px; inset-block-start: -64px; z-index: 20; padding: 8px 16px; border-radius: 6px; background: var(--surface); border: 1px solid var(--border) }
.skip:focus { inset-block-start: 8px }
header { position: sticky; inset-block-start: 0; z-index: 10; display: flex; gap: 16px; align-items: center; justify-content: space-between; min-block-size: var(--bar); padding: 8px clamp(16px, 4vw, 32px); background: var(--bg); border-block-end: 1px solid var(--border); font-size: 14px; line-height: 20px }
.title { font-size: 16px; font-weight: 600 }
.title a { color: inherit; text-decoration: none }
.version { color: var(--muted); font-size: 14px; font-weight: 400 }
.columns { max-inline-size: 1440px; margin-inline: auto; padding-inline: clamp(16px, 4vw, 32px) }
nav { padding-block: 16px 0 }
nav ul { list-style: none }
nav > ul { display: flex; flex-wrap: wrap; gap: 8px }
nav > ul > li > a { display: block; padding: 8px 14px; border: 1px solid var(--border); border-radius: 999px; background: var(--surface); font-size: 14px; line-height: 20px; text-decoration: none }
nav ul ul { display: none }
.index ul { list-style: none; margin-block-start: 16px; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); overflow: hidden }
.index li + li { border-block-start: 1px solid var(--border) }
.index a { display: flex; gap: 12px; align-items: baseline; padding: 10px 14px; color: inherit; text-decoration: none }
.index a:hover, nav ul ul a:hover { background: var(--accent-soft) }
section { padding-block: 40px 8px }
section + section { border-block-start: 1px solid var(--border); margin-block-start: 40px }
.lead { max-inline-size: 68ch; margin-block-start: 8px; color: var(--muted); font-size: 18px; line-height: 28px }
.start ol { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; margin-block: 24px; padding-inline-start: 24px; max-inline-size: 68ch }
.start > p, #errors > p { max-inline-size: 68ch }
.start pre, #errors pre { margin-block: 12px }
#errors h3 { margin-block: 32px 4px }
article { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; margin-block-start: 24px; padding: clamp(16px, 3vw, 24px); border: 1px solid var(--border); border-radius: 10px; background: var(--surface) }
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent) }
h3 a { color: inherit; text-decoration: none }
h3 a:hover { text-decoration: underline }
.words > p { max-inline-size: 68ch; margin-block-start: 8px }
.about { color: var(--muted); font-size: 14px; line-height: 20px }
.address code { padding: 0; background: none; font-weight: 600 }
.method { display: inline-block; min-inline-size: 52px; padding: 0 6px; border-radius: 4px; background: var(--accent-soft); color: var(--accent); font: 600 12px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-align: center }
.method.post { background: var(--success-soft); color: var(--success) }
.method.put, .method.patch { background: var(--warning-soft); color: var(--warning) }
.method.delete { background: var(--danger-soft); color: var(--danger) }
.fields, .variants { list-style: none }
.fields > li { padding-block: 8px }
.fields > li + li, .variants > li + li { border-block-start: 1px solid var(--border) }
.name { padding: 0; background: none; font-weight: 600; overflow-wrap: anywhere }
.fields p code.name { padding: 0; background: none }
.type, .required, .place { font-size: 14px; color: var(--muted) }
.place { padding: 0 6px; border: 1px solid var(--border); border-radius: 999px; font-size: 12px; line-height: 16px }
.required { color: var(--warning) }
details { margin-block-start: 4px }
summary { inline-size: fit-content; padding-block: 4px; cursor: pointer; font-size: 14px; line-height: 20px; color: var(--accent) }
details > .fields, details > .variants { margin-block-start: 4px; padding-inline-start: 14px; border-inline-start: 2px solid var(--border) }
.variants > li { padding-block: 8px }
pre { padding: 16px; border-radius: 10px; border: 1px solid var(--border); background: var(--sunken); color: var(--fg); font-size: 13px; line-height: 20px; overflow-x: auto; tab-size: 2 }
pre code { font-size: inherit }
.sample-title { margin-block-end: 4px; font-size: 13px; line-height: 18px; font-weight: 600; color: var(--muted) }
@media (min-width: 1024px) {
  .columns { display: grid; grid-template-columns: 260px minmax(0, 1fr); gap: 40px }
  nav { position: sticky; inset-block-start: var(--bar); align-self: start; max-block-size: calc(100dvh - var(--bar)); padding-block: 24px; overflow-y: auto }
  nav > ul { display: block }
  nav > ul > li { margin-block-end: 16px }
  nav > ul > li > a { padding: 4px 8px; border: 0; border-radius: 6px; background: none; color: var(--fg); font-weight: 600 }
  nav ul ul { display: block; margin-block-start: 4px }
  nav ul ul a { display: flex; gap: 8px; align-items: baseline; padding: 5px 8px; border-radius: 6px; color: var(--muted); font-size: 14px; line-height: 18px; text-decoration: none }
  nav .method { flex: none; min-inline-size: 44px; font-size: 12px; line-height: 18px }
  .index { display: none }
}
@media (min-width: 1280px) {
  article { grid-template-columns: minmax(0, 1fr) minmax(0, 440px) }
  .sample { position: sticky; inset-block-start: calc(var(--bar) + 16px); align-self: start }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
@media print { header, nav, .skip { display: none } .columns { display: block } .index { display: none } article { break-inside: avoid } }
`);
