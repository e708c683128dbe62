import * as members from "@porchlight/contract/members/endpoints";
import {
  getCurrentMemberRequest,
  getMemberRequest,
  memberByIdRequest,
  setMemberPhotoRequest,
  updateMemberDetailsRequest,
  updateMemberRequest,
} from "@porchlight/contract/members/schema";
import * as z from "zod";
import { type Area, serve } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { administrationRoutes } from "./administration/routes.ts";
import { badgeRoutes } from "./badges/routes.ts";
import { communityRoutes } from "./community/routes.ts";
import { customFieldRoutes } from "./custom-fields/routes.ts";
import { followerRoutes } from "./followers/routes.ts";
import { removeMemberPhoto, setMemberPhoto } from "./profile/change-own-photo.ts";
import { getCurrentMember, getMember, getMemberDetails } from "./profile/get-member.ts";
import { deleteContactPart, updateMember, updateMemberDetails } from "./profile/update-member.ts";

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;

/** The only route of members that staff accounts have, too. */
export function currentMemberRoute(area: Area, context: ServerContext): void {
  serve(area, members.getCurrentMember, getCurrentMemberRequest, (request, input) =>
    getCurrentMember(context, request, input),
  );
}

export function membersRoutes(area: Area, context: ServerContext): void {
  administrationRoutes(area, context);
  communityRoutes(area, context);
  customFieldRoutes(area, context);
  followerRoutes(area, context);
  badgeRoutes(area, context);
  currentMemberRoute(area, context);
  serve(area, members.getMember, getMemberRequest, (request, input) => getMember(context, request, input));
  serve(
    area,
    members.updateMember,
    updateMemberRequest,
    (request, input) => updateMember(context, request, input),
    changes,
  );
  serve(area, members.getMemberDetails, z.object({}), (request) => getMemberDetails(context, request));
  serve(
    area,
    members.updateMemberDetails,
    updateMemberDetailsRequest,
    (request, input) => updateMemberDetails(context, request, input),
    changes,
  );
  serve(
    area,
    members.setMemberPhoto,
    setMemberPhotoRequest,
    (request, input) => setMemberPhoto(context, request, input),
    { ...changes, memberLimit: "photosPerMember" },
  );
  serve(area, members.removeMemberPhoto, z.object({}), (request) => removeMemberPhoto(context, request), changes);
  for (const [endpoint, part] of [
    [members.deleteMemberPhones, "phones"],
    [members.deleteMemberEmails, "emails"],
    [members.deleteMemberAddresses, "addresses"],
  ] as const) {
    serve(
      area,
      endpoint,
      memberByIdRequest,
      (request, input) => deleteContactPart(context, request, input, part),
      changes,
    );
  }
}
