import * as endpoints from "@porchlight/contract/members/custom-fields/endpoints";
import {
  createCustomFieldRequest,
  customFieldByIdRequest,
  updateCustomFieldRequest,
  updateCustomFieldsOrderRequest,
} from "@porchlight/contract/members/custom-fields/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireAdministrator } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  updateCustomField,
  updateCustomFieldsOrder,
} from "./custom-fields.ts";

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember", authorize: requireAdministrator } as const;

/** Definitions of the members' custom fields. */
export function customFieldRoutes(area: Area, context: ServerContext): void {
  serve(area, endpoints.listCustomFields, z.object({}), (request) => listCustomFields(context, request));
  serve(
    area,
    endpoints.createCustomField,
    createCustomFieldRequest,
    (request, input) => createCustomField(context, request, input),
    changes,
  );
  serve(
    area,
    endpoints.updateCustomFieldsOrder,
    updateCustomFieldsOrderRequest,
    (request, input) => updateCustomFieldsOrder(context, request, input),
    changes,
  );
  serve(area, endpoints.getCustomField, customFieldByIdRequest, (request, input) =>
    getCustomField(context, request, input),
  );
  serve(
    area,
    endpoints.updateCustomField,
    updateCustomFieldRequest,
    (request, input) => updateCustomField(context, request, input),
    changes,
  );
  serve(
    area,
    endpoints.hideCustomField,
    customFieldByIdRequest,
    (request, { params }) =>
      updateCustomField(context, request, { params: { fieldId: params.id }, body: { field: { hidden: true } } }),
    changes,
  );
  serve(
    area,
    endpoints.deleteCustomField,
    customFieldByIdRequest,
    (request, input) => deleteCustomField(context, request, input),
    changes,
  );
}
