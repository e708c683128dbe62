import { hash } from "node:crypto";
import script from "./hosted-script.json" with { type: "json" };

/** The bundled `browser/main.ts`. */
export const scriptCode = script.code;

/** Each version of the script has its own immutable URL in this folder. */
export const scriptFolder = "/hosted/script";
export const scriptName = `${hash("sha256", scriptCode, "base64url").slice(0, 16)}.js`;
