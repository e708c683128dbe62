import { randomInt } from "node:crypto";
import { verificationCodeLength } from "@porchlight/contract/limits";

/** A one-time code of decimal digits. */
export const generateCode = (): string =>
  randomInt(10 ** verificationCodeLength)
    .toString()
    .padStart(verificationCodeLength, "0");

/** Removes spaces and dashes. */
export const normalizeCode = (text: string): string => text.replace(/[\s-]/g, "");
