import * as z from "zod";
import { queryList } from "../wire-types.ts";
import { memberFieldsets } from "./member.ts";

export const getCurrentMemberRequest = z.object({
  query: z.object({ fieldsets: queryList(z.enum(memberFieldsets), 3).optional() }),
});
