import { hash } from "node:crypto";
import script from "./hosted-script.json" with { type: "json" };

/** What `browser/main.ts` is in browsers. */
export const scriptCode = script.code;

/** Below this, each version of the script has an address of its own, and keeps it. */
export const scriptFolder = "/hosted/script";
export const scriptName = `${hash("sha256", scriptCode, "base64url").slice(0, 16)}.js`;
