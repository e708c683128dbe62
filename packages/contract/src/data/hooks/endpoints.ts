import { endpoint } from "../../endpoint.ts";
import type {
  CreateDataHookRequest,
  CreateDataHookResponse,
  DataHookByIdRequest,
  ListDataHooksRequest,
  ListDataHooksResponse,
} from "./data-hook.ts";

// Porchlight extensions.
export const createDataHook = /* @__PURE__ */ endpoint<CreateDataHookRequest, CreateDataHookResponse>(
  "POST",
  "/_api/porchlight/v1/data/hooks",
);
export const listDataHooks = /* @__PURE__ */ endpoint<ListDataHooksRequest, ListDataHooksResponse>(
  "GET",
  "/_api/porchlight/v1/data/hooks",
);
export const removeDataHook = /* @__PURE__ */ endpoint<DataHookByIdRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/data/hooks/:hookId",
);
