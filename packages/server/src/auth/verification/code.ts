import { randomInt } from "node:crypto";
import { verificationCodeLength } from "@porchlight/contract/limits";

/** Digits to be typed in by whoever got them by mail, text or call. */
export const generateCode = (): string =>
  randomInt(10 ** verificationCodeLength)
    .toString()
    .padStart(verificationCodeLength, "0");

/** As it was typed: spaces and dashes do not count. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, "");
