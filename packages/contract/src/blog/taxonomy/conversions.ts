import type { Conversion } from "../../wire/conversion-rules.ts";
import { categoryRules, getTag } from "../posts/conversions.ts";

const one = /* @__PURE__ */ categoryRules("category");

export const writeCategory: Conversion = { request: one, response: one };
export const mergeCategory: Conversion = { response: one };
export const writeTag: Conversion = getTag;
