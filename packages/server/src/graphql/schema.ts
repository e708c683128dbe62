import * as members from "@porchlight/contract/members/endpoints";
import { currentMemberResponse } from "@porchlight/contract/members/response-schema";
import { type GraphQLFieldConfigMap, GraphQLID, GraphQLNonNull, GraphQLObjectType, GraphQLSchema } from "graphql";
import type { Collection } from "../data/collections/collection.ts";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import { additionalPostFields, blogFields } from "./blog-fields.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import { collectionFields, itemFields } from "./item-fields.ts";
import { mutationFields } from "./mutations.ts";
import { TypeFactory } from "./types.ts";

/**
 * The schema for callers who may read these collections. Types come from the schemas of the contract.
 *
 * @throws {Error} if an endpoint of the schema is not served.
 */
export function createSchema(served: readonly ServedEndpoint[], collections: readonly Collection[]): GraphQLSchema {
  const types: TypeFactory = new TypeFactory(additionalPostFields(() => types));
  const typed = collectionFields(collections);
  return new GraphQLSchema({
    query: new GraphQLObjectType<unknown, GraphqlContext>({
      name: "Query",
      fields: {
        ...blogFields(types),
        ...itemFields(types),
        ...memberFields(types),
        ...(Object.keys(typed).length > 0 && {
          data: {
            type: new GraphQLNonNull(new GraphQLObjectType({ name: "Data", fields: typed })),
            description: "Collections with the types of their fields.",
            resolve: () => ({}),
          },
        }),
      },
    }),
    mutation: new GraphQLObjectType<unknown, GraphqlContext>({
      name: "Mutation",
      fields: mutationFields(types, served),
    }),
  });
}

function memberFields(types: TypeFactory): GraphQLFieldConfigMap<unknown, GraphqlContext> {
  const member = types.outputOf(currentMemberResponse, "member");
  return {
    currentMember: {
      type: member,
      description: "The signed-in member; null for a visitor.",
      resolve: async (_root, _args, { call }) =>
        (await call(members.getCurrentMember, { query: { fieldsets: ["FULL"] } })).member,
    },
    member: {
      type: member,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: async (_root, { id }: { id: string }, { call }) =>
        (await call(members.getMember, { params: { id }, query: {} })).member,
    },
  };
}
