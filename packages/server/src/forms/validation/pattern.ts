import { RE2JS } from "re2js";

/** Characters of a value that is matched, so that matching stays fast. */
const maxMatchedLength = 2_000;

/**
 * Whether `pattern` is a regular expression of the RE2 syntax: without backreferences and lookarounds, so that matching
 * takes linear time. Source: security requirements §2.12.
 */
export function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Whether a part of `text` matches, as in JSON Schema. */
export function matchesPattern(pattern: string, text: string): boolean {
  return text.length <= maxMatchedLength && RE2JS.compile(pattern).matcher(text).find();
}
