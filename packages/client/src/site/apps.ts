import type { OAuthAppInput, OAuthApp as WireApp } from "@porchlight/contract/site/app";
import * as endpoints from "@porchlight/contract/site/endpoints";
import type { CallOptions, Transport } from "../transport.ts";

/** A front end that may sign members in. Apps have no secret: they use PKCE. */
export type OAuthApp = Omit<WireApp, "id" | "createdDate"> & { _id: string; _createdDate: Date };

const conversion = { response: { timestamp: ["apps.createdDate"] } };

/** The OAuth apps of the site, for staff with the role owner. Others get `NOT_ALLOWED`. A Porchlight extension. */
export function apps(transport: Transport) {
  return {
    /** All apps, oldest first. */
    async listApps(call?: CallOptions): Promise<OAuthApp[]> {
      const response: { apps: OAuthApp[] } = await transport.send(endpoints.listApps, {}, { ...call, conversion });
      return response.apps;
    },

    /**
     * Registers an app.
     *
     * @returns Its client ID.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`; violations of `name`, `redirectUris` and `origins`.
     */
    async createApp(app: OAuthAppInput, call?: CallOptions): Promise<string> {
      const response: { _id: string } = await transport.send<object, { _id: string }>(
        endpoints.createApp,
        { body: app },
        call,
      );
      return response._id;
    },

    /** Changes an app. @throws {PorchlightError} As {@link createApp}; `NOT_FOUND`. */
    async updateApp(_id: string, app: OAuthAppInput, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.updateApp, { params: { id: _id }, body: app }, call);
    },

    /**
     * Disables an app or enables it again. A disabled app cannot sign anyone in, and its tokens are rejected; its
     * sessions continue when it is enabled.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`; `NOT_FOUND`.
     */
    async setAppDisabled(_id: string, isDisabled: boolean, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.setAppDisabled, { params: { id: _id }, body: { isDisabled } }, call);
    },

    /**
     * Deletes an app with its webhooks, and ends its sessions.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`.
     */
    async deleteApp(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteApp, { params: { id: _id } }, call);
    },
  };
}
