import { decodeAddressPart } from "../../rich-content/link-address.ts";

/**
 * A path of a site in the one form in which paths are kept and compared: decoded, with a slash before it and none behind it, `.`
 * and `..` followed. `2020/07/16/Rust-1.45.0/`, `/2020/07/16/Rust-1.45.0` and
 * `https://example.org/2020/07/16/Rust-1.45.0/index.html?x#y` are the same.
 */
export function normalizeSitePath(path: string): string {
  const withoutOrigin = path.trim().replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const parts: string[] = [];
  for (const part of decodeAddressPart(withoutOrigin.replace(/[?#].*$/s, "")).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  if (/^index\.html?$/.test(parts.at(-1) ?? "")) parts.pop();
  return `/${parts.join("/")}`;
}
