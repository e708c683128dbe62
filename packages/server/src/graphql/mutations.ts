import { areaDocs } from "@porchlight/contract/docs";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type { EndpointDocs } from "@porchlight/contract/endpoint-docs";
import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import { capitalize, jsonScalar, type TypeFactory } from "./types.ts";

/** Endpoints of the contract that are mutations, by area. The names are those of the client's methods. */
const mutationNames: Readonly<Record<string, readonly string[]>> = {
  drafts: ["createDraftPost", "updateDraftPost", "publishDraftPost", "deleteDraftPost"],
  taxonomy: ["createCategory", "updateCategory", "deleteCategory", "createTag", "updateTag", "deleteTag"],
  reactions: ["createLike", "deleteLike", "ratePost", "removePostRating", "voteInPoll"],
  members: [
    "createMember",
    "updateMember",
    "updateMySlug",
    "joinCommunity",
    "leaveCommunity",
    "approveMember",
    "muteMember",
    "unmuteMember",
    "blockMember",
    "deleteMember",
    "deleteMyMember",
  ],
  forms: ["createForm", "updateForm", "deleteForm"],
  submissions: ["createSubmission", "updateSubmission", "confirmSubmission", "deleteSubmission"],
  items: [
    "insertItem",
    "saveItem",
    "updateItem",
    "patchItem",
    "removeItem",
    "bulkInsertItems",
    "bulkSaveItems",
    "bulkUpdateItems",
    "bulkPatchItems",
    "bulkRemoveItems",
  ],
};

/** Mutations, whose arguments and results are those of the endpoints. */
export function mutationFields(
  types: TypeFactory,
  served: readonly ServedEndpoint[],
): GraphQLFieldConfigMap<unknown, GraphqlContext> {
  const names = new Set(Object.values(mutationNames).flat());
  const documented = areaDocs.flatMap(({ endpoints, docs }) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) =>
      names.has(name) && typeof endpoint !== "string" ? [{ name, endpoint, docs: docs[name] }] : [],
    ),
  );
  const missing = [...names].filter((name) => !documented.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`There is no endpoint ${missing.join(", ")}.`);
  return Object.fromEntries(
    documented.map(({ name, endpoint, docs }) => {
      const entry = served.find((one) => one.endpoint === endpoint);
      if (!entry) throw new Error(`The endpoint ${name} is not served.`);
      return [name, mutationField(types, name, endpoint, entry, docs)];
    }),
  );
}

function mutationField(
  types: TypeFactory,
  name: string,
  endpoint: Endpoint<EndpointRequest, unknown>,
  { request }: ServedEndpoint,
  docs: EndpointDocs | undefined,
): GraphQLFieldConfig<unknown, GraphqlContext, Record<string, unknown>> {
  const schema = docs?.response.schema;
  const properties = schema ? types.outputProperties(schema, capitalize(name)) : {};
  return {
    type: resultType(name, properties),
    description: [docs?.summary, docs?.description].filter(Boolean).join(". "),
    args: types.arguments(request, capitalize(name)) as never,
    async resolve(_root, args, { call }) {
      const result = (await call(endpoint, { params: args, query: args, body: args })) as Record<string, unknown>;
      const [only, ...others] = Object.keys(properties);
      return only !== undefined && others.length === 0 ? result[only] : result;
    },
  };
}

/** The only property of the response, or all of them. */
function resultType(name: string, properties: Record<string, GraphQLOutputType>): GraphQLOutputType {
  const [first, ...others] = Object.values(properties);
  if (!first) return jsonScalar;
  if (others.length === 0) return first;
  return new GraphQLNonNull(
    new GraphQLObjectType({
      name: `${capitalize(name)}Result`,
      fields: Object.fromEntries(Object.entries(properties).map(([key, type]) => [key, { type }])),
    }),
  );
}
