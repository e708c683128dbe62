import { GraphQLNonNull, GraphQLObjectType, GraphQLSchema } from "graphql";
import type { Collection } from "../data/collections/collection.ts";
import type { ServedEndpoint } from "../platform/http/serve.ts";
import { additionalPostFields, blogFields } from "./blog-fields.ts";
import { formFields } from "./form-fields.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import { collectionFields, itemFields } from "./item-fields.ts";
import { memberFields } from "./member-fields.ts";
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
        ...formFields(types),
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
