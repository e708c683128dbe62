import type { ApiKeyRole, Caller, StaffRole } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";

const sufficientRoles: Record<ApiKeyRole, readonly ApiKeyRole[]> = {
  read: ["read", "editor", "admin"],
  editor: ["editor", "admin"],
  admin: ["admin"],
};

/** Whether the caller has an API key of this role or a higher one, with or without a token. */
export function hasApiKeyRole(caller: Caller, role: ApiKeyRole): boolean {
  return "apiKey" in caller && caller.apiKey !== undefined && sufficientRoles[role].includes(caller.apiKey.role);
}

/** Whether the caller has all permissions: the owner, and API keys of role admin. */
export function isAdministrator(caller: Caller): boolean {
  return isOwner(caller) || hasApiKeyRole(caller, "admin");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller {@link isAdministrator}. */
export function requireAdministrator(caller: Caller): void {
  if (!isAdministrator(caller)) throw new Refusal("NOT_ALLOWED");
}

/** Whether the caller may write content and read drafts: administrators, editors, and API keys of editors. */
export function isEditor(caller: Caller): boolean {
  return isOwner(caller) || isStaff(caller, "editor") || hasApiKeyRole(caller, "editor");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller {@link isEditor}. */
export function requireEditor(caller: Caller): void {
  if (!isEditor(caller)) throw new Refusal("NOT_ALLOWED");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller is an author or {@link isEditor}. */
export function requireAuthor(caller: Caller): void {
  if (!isStaff(caller, "author")) requireEditor(caller);
}

/** Whether the caller may read all content: editors, and API keys of every role. */
export function isReader(caller: Caller): boolean {
  return isEditor(caller) || hasApiKeyRole(caller, "read");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller {@link isReader}. */
export function requireReader(caller: Caller): void {
  if (!isReader(caller)) throw new Refusal("NOT_ALLOWED");
}

/** Whether the caller may see all members with all fields: administrators, support, and API keys of every role. */
export function isMemberReader(caller: Caller): boolean {
  return isOwner(caller) || isStaff(caller, "support") || hasApiKeyRole(caller, "read");
}

/** Whether the caller may change members: administrators and support. */
export function isMemberManager(caller: Caller): boolean {
  return isAdministrator(caller) || isStaff(caller, "support");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller {@link isMemberManager}. */
export function requireMemberManager(caller: Caller): void {
  if (!isMemberManager(caller)) throw new Refusal("NOT_ALLOWED");
}

/** Whether the caller may read all submissions of forms: readers, and support. */
export function isSubmissionReader(caller: Caller): boolean {
  return isReader(caller) || isStaff(caller, "support");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller {@link isSubmissionReader}. */
export function requireSubmissionReader(caller: Caller): void {
  if (!isSubmissionReader(caller)) throw new Refusal("NOT_ALLOWED");
}

/** @throws {Refusal} `NOT_ALLOWED` unless the caller may work in the inbox: editors and support. */
export function requireSubmissionManager(caller: Caller): void {
  if (!isStaff(caller, "support")) requireEditor(caller);
}

/** @throws {Refusal} `NOT_ALLOWED` for callers other than the operator and staff of role owner. */
export function requireOwner(caller: Caller): void {
  if (!isOwner(caller)) throw new Refusal("NOT_ALLOWED");
}

/** Whether the caller is the operator or staff of role owner. */
export const isOwner = (caller: Caller): boolean => caller.kind === "owner" || isStaff(caller, "owner");
const isStaff = (caller: Caller, role: StaffRole): boolean => caller.kind === "staff" && caller.role === role;

/** The member who calls. @throws {Refusal} `NOT_ALLOWED` for other callers. */
export function requireMember(caller: Caller): string {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  return caller.memberId;
}
