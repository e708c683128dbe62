/** What is remembered of where somebody signed in. Names that need no translation; `null` where it is not known. */
export interface Device {
  browser: string | null;
  /** What the browser runs on. */
  device: string | null;
}

/** For sessions that no browser of the member's has opened. */
export const unknownDevice: Device = { browser: null, device: null };

/** More than any browser sends. */
const maxUserAgentLength = 512;

/** Most browsers name others beside themselves, so that the first match counts. */
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

/** An iPad that asks for desktop pages calls itself a Mac, and no request tells the two apart. */
const devices: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Reads the header `User-Agent`. Whatever it holds, the answer is one of the names above. */
export function readDevice(userAgent: string | undefined): Device {
  const text = (userAgent ?? "").slice(0, maxUserAgentLength);
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return { browser: find(browsers), device: find(devices) };
}
