import * as z from "zod";
import { guid, line, queryList } from "../wire-types.ts";
import { memberFieldsets } from "./member.ts";

export const getCurrentMemberRequest = z.object({
  query: z.object({ fieldsets: queryList(z.enum(memberFieldsets), 3).optional() }),
});

const name = line(100).nullish();
/** Of a member's record, what members may change. The rest of what they send is not theirs to change, or not kept yet. */
export const updateMemberRequest = z.object({
  params: z.object({ memberId: guid }),
  body: z.object({
    member: z.object({
      profile: z.object({ nickname: name }).nullish(),
      contact: z.object({ firstName: name, lastName: name }).nullish(),
    }),
  }),
});
