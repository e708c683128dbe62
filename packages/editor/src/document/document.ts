export { createSchema, schemaExtensions } from "../schema/schema.ts";
export { readDocument } from "./read-document.ts";
export { writeDocument } from "./write-document.ts";
