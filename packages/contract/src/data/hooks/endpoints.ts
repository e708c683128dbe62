import { endpoint } from "../../endpoint.ts";
import type {
  CreateDataHookAnswer,
  CreateDataHookRequest,
  KnownDataHookRequest,
  ListDataHooksAnswer,
  ListDataHooksRequest,
} from "./data-hook.ts";

// Additions of Porchlight.
export const createDataHook = /* @__PURE__ */ endpoint<CreateDataHookRequest, CreateDataHookAnswer>(
  "POST",
  "/_api/porchlight/v1/data/hooks",
);
export const listDataHooks = /* @__PURE__ */ endpoint<ListDataHooksRequest, ListDataHooksAnswer>(
  "GET",
  "/_api/porchlight/v1/data/hooks",
);
export const removeDataHook = /* @__PURE__ */ endpoint<KnownDataHookRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/data/hooks/:hookId",
);
