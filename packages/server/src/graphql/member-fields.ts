import * as administration from "@porchlight/contract/members/administration/endpoints";
import * as members from "@porchlight/contract/members/endpoints";
import { currentMemberResponse } from "@porchlight/contract/members/response-schema";
import { type GraphQLFieldConfigMap, GraphQLID, GraphQLNonNull, GraphQLString } from "graphql";
import { connectionType, type PageArguments, pageArguments, readConnection, selectedTotal } from "./connection.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import type { TypeFactory } from "./types.ts";

/** The signed-in member, and members that the caller may see. */
export function memberFields(types: TypeFactory): GraphQLFieldConfigMap<unknown, GraphqlContext> {
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
      description: "The signed-in member, or a member with a public profile. API keys see all members with all fields.",
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: async (_root, { id }: { id: string }, { call }) =>
        (await call(members.getMember, { params: { id }, query: { fieldsets: ["FULL"] } })).member,
    },
    members: {
      type: new GraphQLNonNull(connectionType("Member", member)),
      description: "Members with a public profile, newest first. API keys see all members with all fields.",
      args: { search: { type: GraphQLString, description: "A text in the name, title or slug." }, ...pageArguments },
      resolve: (_root, { search, ...page }: { search?: string | null } & PageArguments, { call }, info) =>
        readConnection(page, async (query) => {
          const searched = search && { search: { expression: search } };
          const body = { query, fieldsets: ["FULL"], ...searched, ...selectedTotal(info) };
          const found = await call(administration.queryMembers, { body });
          return { nodes: found.members, paging: found.pagingMetadata };
        }),
    },
  };
}
