import { endpoint } from "../../endpoint.ts";
import type {
  CreateCustomFieldRequest,
  CustomFieldByIdRequest,
  CustomFieldResponse,
  ListCustomFieldsResponse,
  UpdateCustomFieldRequest,
  UpdateCustomFieldsOrderRequest,
} from "./custom-field.ts";

export const listCustomFields = /* @__PURE__ */ endpoint<Record<never, never>, ListCustomFieldsResponse>(
  "GET",
  "/members/v1/custom-fields",
);
export const createCustomField = /* @__PURE__ */ endpoint<CreateCustomFieldRequest, CustomFieldResponse>(
  "POST",
  "/members/v1/custom-fields",
);
export const updateCustomFieldsOrder = /* @__PURE__ */ endpoint<
  UpdateCustomFieldsOrderRequest,
  ListCustomFieldsResponse
>("POST", "/members/v1/custom-fields/order");
export const getCustomField = /* @__PURE__ */ endpoint<CustomFieldByIdRequest, CustomFieldResponse>(
  "GET",
  "/members/v1/custom-fields/:id",
);
export const updateCustomField = /* @__PURE__ */ endpoint<UpdateCustomFieldRequest, CustomFieldResponse>(
  "PATCH",
  "/members/v1/custom-fields/:fieldId",
);
export const hideCustomField = /* @__PURE__ */ endpoint<CustomFieldByIdRequest, CustomFieldResponse>(
  "POST",
  "/members/v1/custom-fields/:id/hide",
);
export const deleteCustomField = /* @__PURE__ */ endpoint<CustomFieldByIdRequest, Record<never, never>>(
  "DELETE",
  "/members/v1/custom-fields/:id",
);
