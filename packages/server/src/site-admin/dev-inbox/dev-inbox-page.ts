import { answerPush } from "@porchlight/contract/auth/endpoints";
import type { PlatformConfig } from "../../platform/config.ts";
import type { MessageKind } from "../../platform/db/tables/outbox-payloads.ts";
import { Html, html, scriptJson } from "../../platform/http/html.ts";
import type { DevInboxMessage } from "../../platform/mail/dev-inbox-store.ts";
import { type ThemeSettings, themeStyles } from "../../platform/settings/page-theme.ts";

type Message = DevInboxMessage & { id: string };

/** The development inbox: the list of messages, newest first, and one message with its code and link on top. */
export function devInboxPage({
  siteName,
  messages,
  shownId,
  to,
  nonce,
  themeSettings,
  fonts,
}: {
  siteName: string;
  /** Oldest first. */
  messages: Message[];
  /** Default: the newest. */
  shownId: string | undefined;
  to: string | undefined;
  nonce: string;
  themeSettings: ThemeSettings;
  /** Rules of the fonts that the member site serves. */
  fonts: PlatformConfig["siteFonts"];
}): Html {
  const newestFirst = messages.toReversed();
  const shown = newestFirst.find(({ id }) => id === shownId) ?? newestFirst[0];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<meta name="color-scheme" content="light dark">
<title>${shown ? `${shown.subject} · ` : ""}Development inbox · ${siteName}</title>
<style>${styles}${themeStyles(themeSettings, fonts)}</style>
</head>
<body>
<header>
<h1>Development inbox</h1>
<p>Nothing leaves this machine.</p>
<form method="get" action="/dev/mail" role="search">
<label for="to">Recipient</label>
<input id="to" name="to" type="text" inputmode="email" autocomplete="off" value="${to ?? ""}">
<button>Show</button>
</form>
<label class="live"><input type="checkbox" id="live" checked> Live</label>
<p id="news" role="status"></p>
</header>
<main>
${shown ? html`<nav aria-label="Messages"><ul>${newestFirst.map((message) => listItem(message, message === shown, to))}</ul></nav>${article(shown)}` : emptyInbox(to)}
</main>
<script nonce="${nonce}">${liveScript(messages, to)}</script>
</body>
</html>
`;
}

function emptyInbox(to: string | undefined): Html {
  return html`<p class="empty">${to ? `No messages to ${to} yet.` : "No messages yet. Sign up to see one."}</p>`;
}

function listItem(message: Message, isShown: boolean, to: string | undefined): Html {
  const query = new URLSearchParams({ ...(to ? { to } : {}), id: message.id }).toString();
  return html`<li><a href="/dev/mail?${query}"${isShown && html` aria-current="true"`}>
<strong>${message.subject}</strong>
<span>${message.to}</span>
${time(message.at)}
</a></li>`;
}

function article(message: Message): Html {
  return html`<article>
<h2>${message.subject}</h2>
<p>To <bdi>${message.to}</bdi>, ${time(message.at)}</p>
${message.code && html`<p class="code"><span class="name">Code</span> <output>${message.code}</output></p>`}
${message.link && html`<p><span class="name">Link</span> <a href="${message.link}" rel="noopener">${message.link}</a></p>`}
${message.push && pushForm(message.push)}
${message.channel === "mail" ? mailBody(message) : html`<h3>${channelNames[message.channel]}</h3><pre>${message.text}</pre>`}
</article>`;
}

/** The prompt of the device; the sign-in page shows which number is right. */
function pushForm({ token, numbers }: { token: string; numbers: string[] }): Html {
  const button = (number: string) => html`<button type="button" value="${number}">${number}</button>`;
  return html`<p id="push" data-token="${token}"><span class="name">Approve with</span> ${numbers.map(button)}
<button type="button" class="deny" value="">Deny</button> <output id="answered" role="status"></output></p>`;
}

const channelNames = {
  sms: "Text message",
  call: "Spoken text of a call",
  push: "Push notification",
} as const satisfies Record<MessageKind, string>;

function mailBody({ html: page, text }: Message): Html {
  return html`<h3>Mail</h3>
<iframe sandbox="" srcdoc="${page}" title="The mail as HTML"></iframe>
<details><summary>Text</summary><pre>${text}</pre></details>`;
}

function time(at: string): Html {
  return html`<time datetime="${at}">${at.replace("T", " ").slice(0, 19)} UTC</time>`;
}

/** Polls for messages. The page reloads only while it shows the newest one; otherwise it announces new ones. */
function liveScript(messages: Message[], to: string | undefined): Html {
  const address = `/dev/mail.json${to ? `?${new URLSearchParams({ to }).toString()}` : ""}`;
  const seen = messages.at(-1)?.at ?? "";
  return new Html(`
const live = document.getElementById("live");
setInterval(async () => {
  if (!live.checked || document.hidden) return;
  try {
    const messages = await (await fetch(${scriptJson(address)})).json();
    const newest = messages.at(-1);
    if (!newest || newest.at === ${scriptJson(seen)}) return;
    if (new URLSearchParams(location.search).has("id")) document.getElementById("news").textContent = "New: " + newest.subject;
    else location.reload();
  } catch {
    // The server may be restarting.
  }
}, 2000);
const push = document.getElementById("push");
push?.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  const number = target.value;
  const body = JSON.stringify({ pushToken: push.dataset.token, approved: number !== "", number });
  const options = { method: "POST", headers: { "content-type": "application/json" }, body };
  const result = await (await fetch(${scriptJson(answerPush.path)}, options)).json();
  document.getElementById("answered").textContent = result.message ?? (result.approved ? "Approved." : "Denied.");
});
`);
}

const styles = new Html(`
:root { color-scheme: light dark; --bg: #fbfbfd; --surface: #fff; --sunken: #f2f3f7; --fg: #15171c; --muted: #565c69; --border: #dcdfe6; --border-strong: #7c8392; --accent: #3346c9; --accent-soft: #eceefc; --on-accent: #fff; --font: "Inter Variable", "Inter Fallback", system-ui, sans-serif; --radius: 6px }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1116; --surface: #171a21; --sunken: #0b0d11; --fg: #eceef3; --muted: #a6adbb; --border: #2a2f3a; --border-strong: #6f7888; --accent: #97a5ff; --accent-soft: #1d2340; --on-accent: #0f1330 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/24px var(--font) }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 12px 20px; border-bottom: 1px solid var(--border); background: var(--surface) }
header p { margin: 0; color: var(--muted) }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
input[type=text] { min-height: 36px; padding: 0 10px; max-width: 100%; border: 1px solid var(--border-strong); border-radius: var(--radius); background: var(--surface); color: inherit; font: inherit }
button { min-height: 36px; padding: 0 14px; border: 0; border-radius: var(--radius); background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600 }
h1 { margin: 0; font-size: 18px; line-height: 28px }
h2 { margin: 0 0 4px; font-size: 20px; line-height: 28px; overflow-wrap: anywhere }
h3 { margin: 24px 0 8px; font-size: 14px; line-height: 20px }
main { display: grid; grid-template-columns: minmax(220px, 340px) minmax(0, 1fr); gap: 20px; padding: 20px }
.empty { grid-column: 1 / -1; padding: 64px 0; color: var(--muted); text-align: center }
ul { margin: 0; padding: 0; list-style: none }
li a { display: block; margin-bottom: 4px; padding: 10px 12px; border-radius: 6px; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li a:hover { background: var(--sunken) }
li a[aria-current] { background: var(--accent-soft) }
li strong, li span, li time { display: block; font-size: 14px; line-height: 20px }
li span, time { color: var(--muted) }
li a[aria-current] span, li a[aria-current] time { color: inherit }
article { padding: 20px; border: 1px solid var(--border); border-radius: 10px; background: var(--surface) }
article p { margin: 0 0 8px; overflow-wrap: anywhere }
article a { color: var(--accent) }
.name { color: var(--muted) }
.code output { display: inline-block; padding: 4px 16px; border-radius: 6px; background: var(--sunken); font: 600 30px/44px ui-monospace, monospace; letter-spacing: 6px }
iframe { width: 100%; height: 480px; border: 1px solid var(--border); border-radius: 6px; background: var(--bg) }
details { margin-top: 16px }
pre { padding: 16px; border-radius: 6px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere }
#push { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
.deny { background: var(--sunken); color: inherit; border: 1px solid var(--border-strong) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (max-width: 700px) { main { grid-template-columns: minmax(0, 1fr); padding: 12px } }
`);
