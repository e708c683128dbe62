import * as members from "@porchlight/contract/members/endpoints";
import {
  getCurrentMemberRequest,
  getMemberRequest,
  knownMemberRequest,
  setMemberPhotoRequest,
  updateMemberDetailsRequest,
  updateMemberRequest,
} from "@porchlight/contract/members/member-schema";
import * as z from "zod";
import type { ServerContext } from "../platform/context/server-context.ts";
import { type Area, serve } from "../platform/http/serve.ts";
import { removeMemberPhoto, setMemberPhoto } from "./profile/change-own-photo.ts";
import { deleteContactPart } from "./profile/delete-contact-part.ts";
import { getCurrentMember } from "./profile/get-current-member.ts";
import { getMember } from "./profile/get-member.ts";
import { getMemberDetails } from "./profile/get-member-details.ts";
import { updateMember } from "./profile/update-member.ts";
import { updateMemberDetails } from "./profile/update-member-details.ts";

const changes = { limit: "changes by an address", memberLimit: "changes by a member" } as const;

export function membersRoutes(area: Area, context: ServerContext): void {
  serve(area, members.getCurrentMember, getCurrentMemberRequest, (caller, request) =>
    getCurrentMember(context, caller, request),
  );
  serve(area, members.getMember, getMemberRequest, (caller, request) => getMember(context, caller, request));
  serve(
    area,
    members.updateMember,
    updateMemberRequest,
    (caller, request) => updateMember(context, caller, request),
    changes,
  );
  serve(area, members.getMemberDetails, z.object({}), (caller) => getMemberDetails(context, caller));
  serve(
    area,
    members.updateMemberDetails,
    updateMemberDetailsRequest,
    (caller, request) => updateMemberDetails(context, caller, request),
    changes,
  );
  serve(
    area,
    members.setMemberPhoto,
    setMemberPhotoRequest,
    (caller, request) => setMemberPhoto(context, caller, request),
    { ...changes, memberLimit: "photos of a member" },
  );
  serve(area, members.removeMemberPhoto, z.object({}), (caller) => removeMemberPhoto(context, caller), changes);
  for (const [endpoint, part] of [
    [members.deleteMemberPhones, "phones"],
    [members.deleteMemberEmails, "emails"],
    [members.deleteMemberAddresses, "addresses"],
  ] as const) {
    serve(
      area,
      endpoint,
      knownMemberRequest,
      (caller, request) => deleteContactPart(context, caller, request, part),
      changes,
    );
  }
}
