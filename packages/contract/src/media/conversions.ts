import type { Conversion } from "../wire/conversion-rules.ts";

const dates = (file: string) => ({ timestamp: [`${file}.createdDate`, `${file}.updatedDate`] });

export const oneFile: Conversion = { response: /* @__PURE__ */ dates("file") };
export const manyFiles: Conversion = { response: /* @__PURE__ */ dates("files") };
export const uploadUrl: Conversion = { response: { timestamp: ["expirationDate"] } };
