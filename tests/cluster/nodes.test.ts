import { afterAll } from "vitest";
import { checkSharedState } from "./shared-state.ts";
import { startCluster } from "./topology/cluster.ts";

const cluster = await startCluster();
afterAll(() => cluster.stop());

checkSharedState("Three nodes", cluster);
