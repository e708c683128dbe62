/** The message is one sentence for the owner on why the app cannot be registered. */
export class AppDefinitionError extends Error {
  override readonly name = "AppDefinitionError";
  /** The rejected field of the app. */
  readonly field: "name" | "redirectUris" | "origins";

  constructor(message: string, field: AppDefinitionError["field"]) {
    super(message);
    this.field = field;
  }
}

const maxUrlLength = 2048;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes that the browser or system handles itself, so they never lead to an app. */
const browserSchemes = new Set(
  "javascript data file blob about vbscript view-source filesystem ws wss ftp chrome mailto tel sms intent"
    .split(" ")
    .map((name) => `${name}:`),
);

/**
 * Validates a redirect URI: https, http on a loopback host, or a private-use scheme. Returned and later compared byte
 * for byte.
 *
 * @throws {AppDefinitionError}
 * Source: security requirements §4.4; RFC 8252 §7.
 */
export function validateRedirectUri(text: string): string {
  const reject = (reason: string) =>
    new AppDefinitionError(`The redirect URI "${text}" cannot be registered: ${reason}.`, "redirectUris");
  const url = parseAddress(text, reject);
  if (text.includes("#")) throw reject("it must not have a fragment");
  if (url.protocol === "https:" || isLoopbackHttp(url)) return text;
  if (url.protocol === "http:") throw reject("http is for loopback hosts only; use https");
  if (browserSchemes.has(url.protocol)) throw reject("its scheme cannot open an app");
  return text;
}

/**
 * Validates an origin: scheme, host and port only.
 *
 * @throws {AppDefinitionError}
 */
export function validateOrigin(text: string): string {
  const reject = (reason: string) =>
    new AppDefinitionError(`The origin "${text}" cannot be registered: ${reason}.`, "origins");
  const url = parseAddress(text, reject);
  if (url.protocol !== "https:" && !isLoopbackHttp(url)) throw reject("it must be https, or http on a loopback host");
  if (url.origin !== text && `${url.origin}/` !== text) throw reject(`write it like ${url.origin}`);
  return url.origin;
}

function parseAddress(text: string, reject: (reason: string) => AppDefinitionError): URL {
  if (text.length > maxUrlLength) throw reject(`it is longer than ${maxUrlLength} characters`);
  // URL parsing would repair these silently, and the later comparison byte for byte would fail.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("\\")) throw reject("it must be plain ASCII without spaces");
  if (text.includes("*")) throw reject("wildcards are not allowed");
  if (!URL.canParse(text)) throw reject("it is not an absolute URL, like https://example.com/callback");
  const url = new URL(text);
  // `https:example.com` parses as a URL but is a relative path in a Location header.
  if (/^https?:/i.test(text) && !/^https?:\/\/[^/]/i.test(text))
    throw reject("two slashes and a host must follow the scheme");
  if (url.username !== "" || url.password !== "") throw reject("it must not contain a user name or password");
  return url;
}

/** Names under `localhost` resolve to the loopback interface too. Source: RFC 6761 §6.3. */
const isLoopbackHttp = (url: URL) =>
  url.protocol === "http:" && (loopbackHosts.has(url.hostname) || url.hostname.endsWith(".localhost"));

/**
 * Whether `origin` belongs to the app: it is registered itself, or with a redirect URI. Source: operator's interface,
 * `app create`.
 */
export function isRegisteredOrigin(app: { origins: string[]; redirect_uris: string[] }, origin: string): boolean {
  return (
    app.origins.includes(origin) ||
    app.redirect_uris.some((uri) => /^https?:/i.test(uri) && new URL(uri).origin === origin)
  );
}

/** Whether `url` is a page on an origin of the app. */
export function isAppPage(app: { origins: string[]; redirect_uris: string[] }, url: URL): boolean {
  // A `blob:` URL has the origin of the page that created it.
  return /^https?:$/.test(url.protocol) && !url.username && !url.password && isRegisteredOrigin(app, url.origin);
}

/** The first web origin of the app; `undefined` for a native app. */
export function findAppHomeUrl(app: { origins: string[]; redirect_uris: string[] }): string | undefined {
  return [...app.redirect_uris, ...app.origins].flatMap((address) =>
    /^https?:/i.test(address) ? new URL(address).origin : [],
  )[0];
}
