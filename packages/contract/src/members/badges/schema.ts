import * as z from "zod";
import { fieldRules } from "../../field-rules.ts";
import { maxBlogPageSize, maxOffset } from "../../limits.ts";
import { guid, queryInteger, queryList, singleLineText } from "../../wire/value-schema.ts";
import { maxBadgeMembers, maxBadges } from "./badge.ts";

const title = singleLineText(100)
  .transform((text) => text.trim())
  .pipe(z.string().min(1));
const color = z
  .string()
  .regex(/^#[\da-f]{6}$/i, fieldRules.COLOR)
  .transform((text) => text.toUpperCase());
const optional = z.object({
  description: singleLineText(500).nullish(),
  backgroundColor: color.optional(),
  textColor: color.optional(),
  icon: singleLineText(2000)
    .regex(/^https?:\/\/\S+$/i, fieldRules.IMAGE_ADDRESS)
    .nullish(),
  permissionsEnabled: z.literal(false, "must be false: badges grant no permissions").nullish(),
});
const params = z.object({ id: guid });
const query = z.object({
  paging: z
    .object({ limit: queryInteger(1, maxBlogPageSize).optional(), offset: queryInteger(0, maxOffset).optional() })
    .optional(),
});
const memberIds = z.array(guid).min(1).max(maxBadgeMembers);

export const createBadgeRequest = z.object({ body: z.object({ badge: optional.extend({ title }) }) });
export const updateBadgeRequest = z.object({
  params: z.object({ badgeId: guid }),
  body: z.object({ badge: optional.extend({ title: title.optional() }) }),
});
export const badgeByIdRequest = z.object({ params });
export const listBadgesRequest = z.object({ query });
export const updateBadgesOrderRequest = z.object({
  body: z.object({ badgeIds: z.array(guid).min(1).max(maxBadges) }),
});
export const assignBadgeRequest = z.object({ params, body: z.object({ memberIds }) });
export const unassignBadgeRequest = z.object({
  params,
  query: z.object({ memberIds: queryList(guid, maxBadgeMembers) }),
});
export const listMembersByBadgeRequest = z.object({ params, query });
export const listBadgesPerMemberRequest = z.object({ body: z.object({ memberIds }) });
