/** Names of the browser and device of a session, which need no translation; `null` if unknown. */
export interface Device {
  browser: string | null;
  /** Product or operating system. */
  device: string | null;
}

/** For sessions that no browser of the member has opened. */
export const unknownDevice: Device = { browser: null, device: null };

const maxUserAgentLength = 512;

/** The first match counts, because most browsers also name others. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT|OPX|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\b(?:DuckDuckGo|Ddg)\//, "DuckDuckGo"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:\b|Headless)(?:Chrome|Chromium)\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*\bSafari\//, "Safari"],
];

/** An iPad that requests desktop pages is indistinguishable from a Mac. */
const devices: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Reads the `User-Agent` header. */
export function readDevice(userAgent: string | undefined): Device {
  const text = (userAgent ?? "").slice(0, maxUserAgentLength);
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return { browser: find(browsers), device: find(devices) };
}
