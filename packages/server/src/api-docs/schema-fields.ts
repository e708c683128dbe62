import { type Html, html } from "../platform/http/html.ts";
import type { JsonSchema, OpenApiDocument } from "./openapi-document.ts";
import { inlineCode } from "./text.ts";

type NamedSchemas = OpenApiDocument["components"]["schemas"];
type Field = JsonSchema["items"];

/** Nested objects with more fields are collapsed. */
const maxOpenFields = 4;
const maxDepth = 6;

/** The fields of a body or response, nested; empty for a schema without fields. */
export function schemaFields(schema: JsonSchema, shapes: NamedSchemas, depth = 0): Html | undefined {
  const { schema: plain } = resolve(schema, shapes);
  if (depth > maxDepth) return undefined;
  if (plain.type === "array") return schemaFields(asSchema(plain.items), shapes, depth);
  const variants = variantsOf(plain);
  if (variants.length > 0) return variantList(variants, shapes, depth);
  const fields = Object.entries(plain.properties ?? {});
  if (fields.length === 0) return undefined;
  return html`<ul class="fields">${fields.map(([name, field]) =>
    fieldItem({ name, schema: asSchema(field), required: plain.required?.includes(name) ?? false }, shapes, depth),
  )}</ul>`;
}

export interface NamedField {
  name: string;
  schema: JsonSchema;
  required: boolean;
  /** Its location, unless it is the body. */
  place?: string;
}

/** A field: name, accepted values, and nested fields. */
export function fieldItem({ name, schema, required, place }: NamedField, shapes: NamedSchemas, depth = 0): Html {
  const { schema: plain, description } = resolve(schema, shapes);
  const inner = schemaFields(plain, shapes, depth + 1);
  return html`<li><p><code class="name">${name}</code> <span class="type">${typeOf(schema, shapes)}</span>${
    place && html` <span class="place">${place}</span>`
  }${required && html` <span class="required">required</span>`}</p>
${description && html`<p class="about">${inlineCode(description)}</p>`}${inner && collapsible(name, inner, countFields(plain, shapes))}</li>`;
}

function collapsible(name: string, inner: Html, count: number): Html {
  return html`<details${count <= maxOpenFields && html` open`}><summary>Inside of <code>${name}</code></summary>${inner}</details>`;
}

function countFields(schema: JsonSchema, shapes: NamedSchemas): number {
  if (schema.type === "array") return countFields(resolve(asSchema(schema.items), shapes).schema, shapes);
  return variantsOf(schema).length + Object.keys(schema.properties ?? {}).length;
}

function variantList(variants: JsonSchema[], shapes: NamedSchemas, depth: number): Html | undefined {
  const written = variants.flatMap((variant) => schemaFields(variant, shapes, depth + 1) ?? []);
  if (written.length === 0) return undefined;
  return html`<p class="about">One of these:</p><ol class="variants">${written.map((one) => html`<li>${one}</li>`)}</ol>`;
}

/** Describes a value in words: `text, at most 254 characters`. */
export function typeOf(schema: JsonSchema, shapes: NamedSchemas): string {
  const { schema: plain, nullable } = resolve(schema, shapes);
  const variants = variantsOf(plain);
  const words =
    variants.length > 0
      ? [...new Set(variants.map((variant) => typeOf(variant, shapes)))].join(" or ")
      : [kindOf(plain, shapes), ...limitsOf(plain)].join(", ");
  return nullable ? `${words}, or null` : words;
}

function kindOf(schema: JsonSchema, shapes: NamedSchemas): string {
  if (schema.const !== undefined) return `always ${JSON.stringify(schema.const)}`;
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (schema.type === "array") {
    const length = schema.maxItems === undefined ? "list" : `list, at most ${schema.maxItems}`;
    return `${length}: ${typeOf(asSchema(schema.items), shapes)}`;
  }
  if (schema.type === "string") return formats[schema.format ?? ""] ?? "text";
  return kinds[String(schema.type)] ?? "anything";
}

const kinds: Record<string, string> = {
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
};
const formats: Record<string, string> = {
  uuid: "id",
  "date-time": "date and time, ISO 8601",
  date: "date, YYYY-MM-DD",
};

function limitsOf({ minimum, maximum, maxLength }: JsonSchema): string[] {
  const bounds =
    minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER
      ? [`${minimum} to ${maximum}`]
      : [];
  return [...bounds, ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`])];
}

interface Resolved {
  schema: JsonSchema;
  nullable: boolean;
  description: string | undefined;
}

/** Resolves a reference, and removes `null` from a union of two. */
function resolve(schema: JsonSchema, shapes: NamedSchemas): Resolved {
  const { description } = schema;
  if (schema.$ref !== undefined) {
    const found = resolve(shapes[schema.$ref.split("/").at(-1) ?? ""] ?? {}, shapes);
    return { ...found, description: description ?? found.description };
  }
  const forms = (schema.anyOf ?? []).map(asSchema);
  const others = forms.filter(({ type }) => type !== "null");
  if (others.length === 1 && others.length < forms.length && others[0])
    return { ...resolve(others[0], shapes), nullable: true, description };
  return { schema, nullable: false, description };
}

function variantsOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
  return (oneOf ?? anyOf ?? []).map(asSchema);
}

function asSchema(field: Field): JsonSchema {
  return typeof field === "object" && !Array.isArray(field) ? field : {};
}
