import * as z from "zod";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import { emptyResponse } from "../response-schema.ts";
import { memberCandidates, memberVisibilities } from "./community.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const exampleContent = { nodes: [{ type: "PARAGRAPH", id: "1", nodes: [] }] };
const empty = { description: "An empty object.", schema: emptyResponse };

const memberAbout = z
  .object({
    id: z.guid(),
    memberId: z.guid(),
    content: z.object({ nodes: z.array(z.unknown()) }),
    revision: z.string(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: "MemberAbout" });
const about = { description: "The text.", schema: z.object({ memberAbout }) };
const pagingMetadata = z.object({
  count: z.number(),
  offset: z.number().optional(),
  total: z.number().optional(),
  tooManyToCount: z.boolean().optional(),
  cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }).optional(),
  hasNext: z.boolean().optional(),
});
const defaultPrivacy = {
  description: "The default.",
  schema: z.object({
    defaultPrivacy: z.object({ defaultPrivacy: z.enum(["PRIVATE", "PUBLIC"]), revision: z.string() }),
  }),
};
const privacySettings = {
  description: "The settings.",
  schema: z.object({
    memberPrivacySettings: z.object({
      publicMemberVisibility: z.enum(memberVisibilities),
      publicMemberCandidates: z.enum(memberCandidates),
      revision: z.string(),
    }),
  }),
};
const blocksPaging = z.object({
  count: z.number(),
  cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }),
  hasNext: z.boolean(),
});
const myBlocks = {
  description: "Ids of blocked members, latest first.",
  schema: z.object({ blockedMemberIds: z.array(z.guid()), pagingMetadata: blocksPaging }),
};
const blocks = {
  description: "Blocked members, latest first.",
  schema: z.object({
    memberBlocks: z.array(z.object({ memberId: z.guid(), blockDirection: z.literal("BLOCKING") })),
    pagingMetadata: blocksPaging,
  }),
};

export const memberCommunityDocs = {
  createMemberAbout: {
    summary: "Create the text about a member",
    description: "For a signed-in member, about themselves; for an API key of role admin, about `memberId`.",
    response: about,
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND", "MEMBER_ABOUT_EXISTS", "MEMBER_MUTED"],
    example: { body: { memberAbout: { content: exampleContent } } },
  },
  queryMemberAbouts: {
    summary: "Query texts about members",
    description: "Of members that you may see. Fields: `id`, `memberId`, `createdDate`, `updatedDate`.",
    response: {
      description: "A page of texts, newest first by default.",
      schema: z.object({ memberAbouts: z.array(memberAbout), pagingMetadata }),
    },
    errors: ["INVALID_ARGUMENT", "CURSOR_INVALID"],
    example: { body: { query: { filter: { memberId: exampleId } } } },
  },
  getMyMemberAbout: {
    summary: "Get the text about yourself",
    response: {
      description: "The text; an empty object without one, and for visitors.",
      schema: z.object({ memberAbout: memberAbout.optional() }),
    },
    example: {},
  },
  getMemberAbout: {
    summary: "Get a text about a member",
    description: "Of a member that you may see; others are reported as not found.",
    response: about,
    errors: ["MEMBER_ABOUT_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  updateMemberAbout: {
    summary: "Update a text about a member",
    description:
      "For the member and API keys of role admin. With `revision`, the update fails if the text has changed since.",
    response: about,
    errors: ["MEMBER_ABOUT_NOT_FOUND", "MEMBER_ABOUT_CHANGED", "MEMBER_MUTED"],
    example: { params: { aboutId: exampleId }, body: { memberAbout: { content: exampleContent, revision: "1" } } },
  },
  deleteMemberAbout: {
    summary: "Delete a text about a member",
    description: "For the member and API keys of role admin.",
    response: empty,
    errors: ["MEMBER_ABOUT_NOT_FOUND"],
    example: { params: { id: exampleId } },
  },
  getDefaultPrivacyStatus: {
    summary: "Get the privacy of new members",
    response: defaultPrivacy,
    example: {},
  },
  setDefaultPrivacyStatus: {
    summary: "Set the privacy of new members",
    description: "Requires an API key of role admin. Changes the setting `memberPrivacy`.",
    response: defaultPrivacy,
    errors: ["NOT_ALLOWED"],
    example: { body: { defaultPrivacy: { defaultPrivacy: "PUBLIC" } } },
  },
  getMemberPrivacySettings: {
    summary: "Get who sees the member directory",
    response: privacySettings,
    example: {},
  },
  setMemberPrivacySettings: {
    summary: "Set who sees the member directory",
    description:
      "Requires an API key of role admin. Changes the setting `memberDirectory`, which the member site applies when it starts. `NO_ONE` turns the directory off. Omitted properties stay; `publicMemberVisibility` alone turns the directory on.",
    response: privacySettings,
    errors: ["NOT_ALLOWED"],
    example: { body: { memberPrivacySettings: { publicMemberVisibility: "VISIBLE_TO_MEMBERS_ONLY" } } },
  },
  blockMemberForMe: {
    summary: "Block a member for yourself",
    description: "For a signed-in member. The blocked member no longer sees your profile; idempotent.",
    response: empty,
    errors: ["NOT_ALLOWED", "MEMBER_NOT_FOUND", "MEMBER_SELF_BLOCK_FORBIDDEN"],
    example: { body: { memberId: exampleId } },
  },
  listMyBlocks: {
    summary: "List the members that you have blocked",
    response: myBlocks,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: {},
  },
  unblockMemberForMe: {
    summary: "Unblock a member for yourself",
    description: "For a signed-in member; idempotent.",
    response: empty,
    errors: ["NOT_ALLOWED"],
    example: { params: { memberId: exampleId } },
  },
  listMemberBlocks: {
    summary: "List the members that a member has blocked",
    description: "Requires an API key of role admin.",
    response: blocks,
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { params: { memberId: exampleId } },
  },
} as const satisfies Record<string, EndpointDocs>;
