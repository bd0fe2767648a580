-- CreateTable
CREATE TABLE "device_logins" (
    "device_code" CHAR(64) NOT NULL,
    "user_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "interval_seconds" INTEGER NOT NULL,
    "user_id" UUID,
    "session_epoch" INTEGER,
    "session_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "device_logins_pkey" PRIMARY KEY ("device_code")
);

-- CreateIndex
CREATE UNIQUE INDEX "device_logins_user_code_key" ON "device_logins"("user_code");

-- AddForeignKey
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
