import type {
  CreateCustomFieldRequest,
  CustomFieldByIdRequest,
  CustomFieldResponse,
  ListCustomFieldsResponse,
  MemberCustomField,
  UpdateCustomFieldRequest,
  UpdateCustomFieldsOrderRequest,
} from "@porchlight/contract/members/custom-fields/custom-field";
import type { DeclaredField } from "@porchlight/contract/members/member";
import type { Transaction } from "kysely";
import { recordApiKeyUse } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isUniqueViolation } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { isMemberReader, requireAdministrator } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { declaredFields } from "../../platform/settings/setting-formats.ts";
import { customFieldKey } from "../member-serializer.ts";
import {
  type CustomFieldRow,
  deleteCustomFieldRow,
  findCustomFields,
  insertCustomField,
  lockCustomFields,
  renameMemberValues,
  setCustomFieldsOrder,
  updateCustomFieldRow,
} from "./custom-fields-store.ts";

const maxFields = 50;

/** Custom fields in the owner's order; hidden ones only for the owner and API keys. */
export async function listCustomFields(
  context: ServerContext,
  { caller }: Requester,
): Promise<ListCustomFieldsResponse> {
  const rows = await findCustomFields(context.db, context.site.id);
  return { fields: rows.filter(({ hidden }) => !hidden || isMemberReader(caller)).map(toCustomField) };
}

/** @throws {Refusal} `CUSTOM_FIELD_NOT_FOUND`; for visitors and members, also for hidden fields. */
export async function getCustomField(
  context: ServerContext,
  request: Requester,
  { params }: CustomFieldByIdRequest,
): Promise<CustomFieldResponse> {
  const rows = await findCustomFields(context.db, context.site.id);
  const row = rows.find(
    ({ id, hidden }) => id === params.id.toLowerCase() && (!hidden || isMemberReader(request.caller)),
  );
  if (!row) throw new Refusal("CUSTOM_FIELD_NOT_FOUND");
  return { field: toCustomField(row) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `CUSTOM_FIELD_EXISTS`, `CUSTOM_FIELDS_FULL`. */
export async function createCustomField(
  context: ServerContext,
  { caller }: Requester,
  { body: { field } }: CreateCustomFieldRequest,
): Promise<CustomFieldResponse> {
  const row = await changeFields(context, caller, async (tx, fields) => {
    if (fields.length >= maxFields) throw new Refusal("CUSTOM_FIELDS_FULL");
    const at = context.now();
    return insertCustomField(tx, {
      siteId: context.site.id,
      id: newId(at.getTime()),
      key: customFieldKey(field.name),
      name: field.name,
      type: field.fieldType ?? "TEXT",
      socialType: field.fieldType === "SOCIAL" ? (field.socialType ?? "OTHER") : null,
      position: Math.max(0, ...fields.map(({ position }) => position)) + 1,
      at,
    });
  });
  return { field: toCustomField(row) };
}

/**
 * Renames, hides, or shows a field. Renaming renames the members' values, too.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `CUSTOM_FIELD_NOT_FOUND`, `CUSTOM_FIELD_EXISTS`; `CUSTOM_FIELD_CHANGED` for another
 *   revision.
 */
export async function updateCustomField(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: UpdateCustomFieldRequest,
): Promise<CustomFieldResponse> {
  const { name, hidden, revision } = body.field;
  const row = await changeFields(context, caller, async (tx, fields) => {
    const field = requireField(fields, params.fieldId);
    if (revision !== undefined && Number(revision) !== field.revision) throw new Refusal("CUSTOM_FIELD_CHANGED");
    const changed = await updateCustomFieldRow(tx, field, {
      ...(name !== undefined && { name, key: customFieldKey(name) }),
      ...(hidden !== undefined && { hidden }),
      at: context.now(),
    });
    if (changed.name !== field.name) {
      await renameMemberValues(tx, context.site.id, { from: field.name, to: changed.name });
    }
    return changed;
  });
  return { field: toCustomField(row) };
}

/** Orders fields; the others follow. @throws {Refusal} `NOT_ALLOWED`, `CUSTOM_FIELD_NOT_FOUND`. */
export async function updateCustomFieldsOrder(
  context: ServerContext,
  { caller }: Requester,
  { body }: UpdateCustomFieldsOrderRequest,
): Promise<ListCustomFieldsResponse> {
  const rows = await changeFields(context, caller, async (tx, fields) => {
    const named = body.fieldIds.map((id) => requireField(fields, id).id);
    const ids = new Set([...named, ...fields.map(({ id }) => id)]);
    await setCustomFieldsOrder(tx, context.site.id, [...ids]);
    return findCustomFields(tx, context.site.id);
  });
  return { fields: rows.map(toCustomField) };
}

/** Deletes a field; members' values stay. @throws {Refusal} `NOT_ALLOWED`, `CUSTOM_FIELD_NOT_FOUND`. */
export async function deleteCustomField(
  context: ServerContext,
  { caller }: Requester,
  { params }: CustomFieldByIdRequest,
): Promise<Record<never, never>> {
  await changeFields(context, caller, (tx, fields) =>
    deleteCustomFieldRow(tx, context.site.id, requireField(fields, params.id).id),
  );
  return {};
}

/** The fields that the owner declared: those of the setting `memberFields`, then the visible custom fields. */
export async function findDeclaredFields(context: ServerContext): Promise<DeclaredField[]> {
  const ofSetting = declaredFields(await context.settings.read());
  const names = new Set(ofSetting.map(({ name }) => name));
  const rows = await findCustomFields(context.db, context.site.id);
  const visible = rows.filter(({ name, hidden }) => !hidden && !names.has(name));
  return [...ofSetting, ...visible.map(({ name, type }) => ({ name, type }))];
}

function requireField(fields: readonly CustomFieldRow[], id: string): CustomFieldRow {
  const field = fields.find((row) => row.id === id.toLowerCase());
  if (!field) throw new Refusal("CUSTOM_FIELD_NOT_FOUND");
  return field;
}

async function changeFields<Result>(
  context: ServerContext,
  caller: Caller,
  change: (tx: Transaction<Tables>, fields: CustomFieldRow[]) => Promise<Result>,
): Promise<Result> {
  requireAdministrator(caller);
  return context.db
    .transaction()
    .execute(async (tx) => {
      const result = await change(tx, await lockCustomFields(tx, context.site.id));
      await recordApiKeyUse(tx, context, caller);
      return result;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, "member_fields_key") ? new Refusal("CUSTOM_FIELD_EXISTS") : error;
    });
}

function toCustomField(row: CustomFieldRow): MemberCustomField {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    fieldType: row.type,
    socialType: row.social_type ?? "UNKNOWN",
    defaultPrivacy: "PRIVATE",
    fieldOrigin: "CUSTOM",
    appliesTo: "ALL_MEMBERS",
    section: row.type === "SOCIAL" ? "SOCIAL" : "GENERAL",
    hidden: row.hidden,
    revision: String(row.revision),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}
