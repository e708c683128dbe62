/** One sentence on why an app cannot be registered like this. */
export class AppDefinitionError extends Error {
  override readonly name = "AppDefinitionError";
}

const addressMaxLength = 2048;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes that a browser or the system handles itself; none of them leads back to an app. */
const browserSchemes = new Set(
  "javascript data file blob about vbscript view-source filesystem ws wss ftp chrome mailto tel sms intent"
    .split(" ")
    .map((name) => `${name}:`),
);

/**
 * A redirect URI as it may be registered: https, http on this machine, or an app's private scheme.
 * It is kept byte for byte as given, because it is compared so.
 *
 * @throws {AppDefinitionError}
 * Source: security requirements §4.4; RFC 8252 §7.
 */
export function validateRedirectUri(text: string): string {
  const refuse = (reason: string) =>
    new AppDefinitionError(`The redirect URI "${text}" cannot be registered: ${reason}.`);
  const url = parseAddress(text, refuse);
  if (text.includes("#")) throw refuse("it must not have a fragment");
  if (url.protocol === "https:" || isLoopbackHttp(url)) return text;
  if (url.protocol === "http:") throw refuse("http is for this machine only, use https");
  if (browserSchemes.has(url.protocol)) throw refuse("its scheme does not lead to an app");
  return text;
}

/**
 * An origin as browsers send it: scheme, host and port, nothing after it.
 *
 * @throws {AppDefinitionError}
 */
export function validateOrigin(text: string): string {
  const refuse = (reason: string) => new AppDefinitionError(`The origin "${text}" cannot be registered: ${reason}.`);
  const url = parseAddress(text, refuse);
  if (url.protocol !== "https:" && !isLoopbackHttp(url)) throw refuse("it must be https, or http on this machine");
  if (url.origin !== text && `${url.origin}/` !== text) throw refuse(`write it like ${url.origin}`);
  return url.origin;
}

function parseAddress(text: string, refuse: (reason: string) => AppDefinitionError): URL {
  if (text.length > addressMaxLength) throw refuse(`it is longer than ${addressMaxLength} characters`);
  // What URL parsing repairs silently would be compared byte for byte later, and fail.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("\\")) throw refuse("it must be plain ASCII without spaces");
  if (text.includes("*")) throw refuse("wildcards are not allowed");
  if (!URL.canParse(text)) throw refuse("it is not a full address, like https://example.com/callback");
  const url = new URL(text);
  // `https:example.com` parses like an address and, in a Location header, means a path.
  if (/^https?:/i.test(text) && !/^https?:\/\/[^/]/i.test(text))
    throw refuse("two slashes and a host must follow the scheme");
  if (url.username !== "" || url.password !== "") throw refuse("it must not hold a user name or password");
  return url;
}

/** Names under `localhost` never leave the machine either. Source: RFC 6761 §6.3. */
const isLoopbackHttp = (url: URL) =>
  url.protocol === "http:" && (loopbackHosts.has(url.hostname) || url.hostname.endsWith(".localhost"));

/**
 * Whether pages of `origin` belong to the app: it registered the origin itself, or a redirect URI on it.
 * Source: operator's interface, `app create`.
 */
export function isRegisteredOrigin(app: { origins: string[]; redirect_uris: string[] }, origin: string): boolean {
  return (
    app.origins.includes(origin) ||
    app.redirect_uris.some((uri) => /^https?:/i.test(uri) && new URL(uri).origin === origin)
  );
}

/** Whether `url` is a page on an origin of the app. */
export function isAppPage(app: { origins: string[]; redirect_uris: string[] }, url: URL): boolean {
  // A `blob:` address has the origin of the page that made it.
  return /^https?:$/.test(url.protocol) && !url.username && !url.password && isRegisteredOrigin(app, url.origin);
}

/** Where the app itself is, as far as its addresses tell; an app of the system alone is nowhere. */
export function findAppHomeUrl(app: { origins: string[]; redirect_uris: string[] }): string | undefined {
  return [...app.redirect_uris, ...app.origins].flatMap((address) =>
    /^https?:/i.test(address) ? new URL(address).origin : [],
  )[0];
}
