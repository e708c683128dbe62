import { type Extensions, getSchema } from "@tiptap/core";
import { blockExtensions } from "./blocks.ts";
import { markExtensions } from "./marks.ts";
import { opaqueExtensions } from "./opaque.ts";

/** Nodes and marks of the editor, without views. */
export const schemaExtensions: Extensions = [...blockExtensions, ...opaqueExtensions, ...markExtensions];

/** The schema of the editor, for use without one. */
export const createSchema = () => getSchema(schemaExtensions);
