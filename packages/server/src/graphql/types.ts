import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
  getNullableType,
  isInputType,
  valueFromASTUntyped,
} from "graphql";
import type * as z from "zod";
import { toJsonSchema } from "../api-docs/json-schema.ts";
import type { JsonSchema } from "../api-docs/openapi-document.ts";
import type { GraphqlContext } from "./graphql-context.ts";

/** Any JSON value, such as a filter or the data of an item. */
export const jsonScalar = new GraphQLScalarType({
  name: "JSON",
  description: "Any JSON value.",
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

/** A point in time, in ISO 8601. */
export const dateTimeScalar = new GraphQLScalarType({
  name: "DateTime",
  description: "A point in time in ISO 8601, such as `2026-05-06T07:08:09.000Z`.",
});

/** A type of responses other than a required one. */
export type GraphQLNullableOutput = GraphQLOutputType & GraphQLNullableType;

type Fields = GraphQLFieldConfigMap<unknown, GraphqlContext>;

/** Fields that object types have in addition to those of the contract, by name of the type. */
export type AdditionalFields = Readonly<Record<string, () => Fields>>;

const componentPrefix = "#/components/schemas/";
const validName = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/;

/**
 * Converts schemas of the contract to GraphQL types. Values without a fixed shape become `JSON`. A type with a name in
 * the contract is created once; others are named after the property that contains them.
 */
export class TypeFactory {
  readonly #additional: AdditionalFields;
  readonly #outputs = new Map<string, GraphQLObjectType>();
  readonly #inputs = new Map<string, GraphQLInputObjectType>();
  readonly #enums = new Map<string, GraphQLEnumType>();
  readonly #definitions = new Map<string, JsonSchema>();

  constructor(additional: AdditionalFields) {
    this.#additional = additional;
  }

  /** The type of a property of a response. @throws {Error} if there is no such property. */
  outputOf(schema: z.ZodType, property: string): GraphQLNullableOutput {
    const type = this.outputProperties(schema, "")[property];
    if (!type) throw new Error(`The response has no ${property}.`);
    return getNullableType(type);
  }

  /** The properties of a response as types. */
  outputProperties(schema: z.ZodType, name: string): Record<string, GraphQLOutputType> {
    const { properties = {}, required = [] } = this.#read(schema);
    return Object.fromEntries(
      Object.entries(properties).map(([key, property]) => {
        const type = this.#output(toSchema(property), name + capitalize(key));
        return [key, required.includes(key) ? nonNull(type) : type];
      }),
    );
  }

  /** The properties of `{ params, query, body }` as arguments. Path parameters replace others of the same name. */
  arguments(schema: z.ZodType, name: string): GraphQLInputFieldConfigMap {
    const { properties = {} } = this.#read(schema);
    const parts = ["query", "body", "params"].map((part) => this.#inputFields(toSchema(properties[part]), name));
    return Object.assign({}, ...parts);
  }

  #read(schema: z.ZodType): JsonSchema {
    const { schema: read, definitions } = toJsonSchema(schema);
    for (const [name, definition] of Object.entries(definitions)) this.#definitions.set(name, definition);
    return read;
  }

  #output(schema: JsonSchema, name: string): GraphQLOutputType {
    const { value, definition, isNamed } = this.#resolve(schema, name);
    if (value.type === "array") return new GraphQLList(nonNull(this.#output(toSchema(value.items), name)));
    if (!isShape(value, isNamed)) return this.#scalar(value, definition);
    let type = this.#outputs.get(definition);
    if (!type) {
      const { properties = {}, required = [] } = value;
      type = new GraphQLObjectType({
        name: definition,
        description: value.description,
        fields: () => ({
          ...Object.fromEntries(
            Object.entries(properties).map(([key, property]) => {
              const field = this.#output(toSchema(property), definition + capitalize(key));
              const description = toSchema(property).description;
              return [
                key,
                { type: required.includes(key) && !isNullable(property) ? nonNull(field) : field, description },
              ];
            }),
          ),
          ...this.#additional[definition]?.(),
        }),
      });
      this.#outputs.set(definition, type);
    }
    return type;
  }

  #input(schema: JsonSchema, name: string): GraphQLInputType {
    const { value, definition } = this.#resolve(schema, name);
    if (value.type === "array")
      return new GraphQLList(nonNull(this.#input(toSchema(value.items), name)) as GraphQLInputType);
    if (!isShape(value)) {
      const scalar = this.#scalar(value, definition);
      return isInputType(scalar) ? scalar : jsonScalar;
    }
    const inputName = `${definition}Input`;
    let type = this.#inputs.get(inputName);
    if (!type) {
      type = new GraphQLInputObjectType({
        name: inputName,
        description: value.description,
        fields: () => this.#inputFields(value, definition),
      });
      this.#inputs.set(inputName, type);
    }
    return type;
  }

  #inputFields({ properties = {}, required = [] }: JsonSchema, name: string): GraphQLInputFieldConfigMap {
    return Object.fromEntries(
      Object.entries(properties).map(([key, property]) => {
        const type = this.#input(toSchema(property), name + capitalize(key));
        return [
          key,
          {
            type: required.includes(key) && !isNullable(property) ? (nonNull(type) as GraphQLInputType) : type,
            description: toSchema(property).description,
          },
        ];
      }),
    );
  }

  /** Follows references and removes `null`. */
  #resolve(
    schema: JsonSchema,
    name: string,
    isNamed = false,
  ): { value: JsonSchema; definition: string; isNamed: boolean } {
    if (schema.$ref !== undefined) {
      const definition = schema.$ref.slice(componentPrefix.length);
      return this.#resolve(this.#definitions.get(definition) ?? {}, definition, true);
    }
    const [option, ...others] = (schema.anyOf ?? []).map(toSchema).filter(({ type }) => type !== "null");
    if (option && others.length === 0) return this.#resolve(option, name, isNamed);
    return { value: schema, definition: name, isNamed };
  }

  #scalar(schema: JsonSchema, name: string): GraphQLOutputType & GraphQLNullableType {
    const { type, format } = schema;
    if (schema.enum?.every((value): value is string => typeof value === "string" && validName.test(value)))
      return this.#enum(schema.enum, name);
    if (type === "string") {
      if (format === "uuid") return GraphQLID;
      return format === "date-time" ? dateTimeScalar : GraphQLString;
    }
    if (type === "integer") return GraphQLInt;
    if (type === "number") return GraphQLFloat;
    return type === "boolean" ? GraphQLBoolean : jsonScalar;
  }

  #enum(values: readonly string[], name: string): GraphQLEnumType {
    const existing = this.#enums.get(name);
    if (existing) return existing;
    const type = new GraphQLEnumType({
      name,
      values: Object.fromEntries(values.map((value) => [value, { value }])),
    });
    this.#enums.set(name, type);
    return type;
  }
}

/** Whether it has fixed properties; a type with a name in the contract may have others, which are not selectable. */
const isShape = ({ type, properties, additionalProperties }: JsonSchema, isNamed = false) =>
  type === "object" && Object.keys(properties ?? {}).length > 0 && (isNamed || !additionalProperties);

const isNullable = (schema: unknown) =>
  (toSchema(schema).anyOf ?? []).some((option) => toSchema(option).type === "null");

/** In JSON Schema, `true` accepts any value. */
const toSchema = (schema: unknown): JsonSchema => (isSchema(schema) ? schema : {});
const isSchema = (schema: unknown): schema is JsonSchema => typeof schema === "object" && schema !== null;

const nonNull = <Type extends GraphQLOutputType | GraphQLInputType>(type: Type) =>
  (type instanceof GraphQLNonNull ? type : new GraphQLNonNull(type as never)) as Type;

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
