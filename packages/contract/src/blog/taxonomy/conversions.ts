import type { Conversion } from "../../wire/conversion-rules.ts";
import { categoryRules, getTag } from "../posts/conversions.ts";

const one = /* @__PURE__ */ categoryRules("category");

export const writeCategory: Conversion = { request: one, answer: one };
export const mergeCategory: Conversion = { answer: one };
export const writeTag: Conversion = getTag;
