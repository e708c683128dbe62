import { emptyResponse } from "../auth/response-schema.ts";
import type { EndpointDocs } from "../endpoint-docs.ts";
import { listStaffResponse, staffAccountResponse } from "./schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const one = { description: "The staff account.", schema: staffAccountResponse };

export const staffDocs = {
  getMyStaffAccount: {
    summary: "Get the caller's staff account",
    description: "For staff only.",
    response: one,
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  listStaff: {
    summary: "List staff accounts",
    description: "Requires the role owner.",
    response: { description: "The staff accounts, oldest first.", schema: listStaffResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  inviteStaff: {
    summary: "Invite a person to the console",
    description:
      "Requires the role owner and a recent authentication. Creates a staff account and emails a link to set its password. For an account without a password, sends another link and changes the role.",
    response: one,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "-19995"],
    example: { body: { email: "grace@example.com", role: "editor" } },
  },
  changeStaffRole: {
    summary: "Change the role of a staff account",
    description:
      "Requires the role owner and a recent authentication. Takes effect within a second. The role of the last owner cannot be changed.",
    response: one,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "STAFF_NOT_FOUND", "LAST_OWNER"],
    example: { params: { id: exampleId }, body: { role: "author" } },
  },
  removeStaff: {
    summary: "Remove a staff account",
    description: "Requires the role owner and a recent authentication. Ends all its sessions. The last owner stays.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "STAFF_NOT_FOUND", "LAST_OWNER"],
    example: { params: { id: exampleId } },
  },
} as const satisfies Record<string, EndpointDocs>;
