import * as z from "zod";
import { guid } from "../../wire/value-schema.ts";

/** Source: spec §7, `GET /v1/logout`. */
export const logoutRequest = z.object({
  query: z.object({ postLogoutRedirectUri: z.string().min(1).max(2048), clientId: guid }),
});
export type LogoutRequest = z.infer<typeof logoutRequest>;
