import type { Conversion } from "../wire/conversion-rules.ts";

const dates = (file: string) => ({
  timestamp: [`${file}.createdDate`, `${file}.updatedDate`, `${file}.trashedDate`],
});

export const oneFile: Conversion = { response: /* @__PURE__ */ dates("file") };
export const manyFiles: Conversion = { response: /* @__PURE__ */ dates("files") };
export const usedFiles: Conversion = { response: /* @__PURE__ */ dates("usedFiles.file") };
export const uploadUrl: Conversion = { response: { timestamp: ["expirationDate"] } };
