-- CreateTable
CREATE TABLE "known_addresses" (
    "user_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_addresses_pkey" PRIMARY KEY ("user_id","address")
);

-- AddForeignKey
ALTER TABLE "known_addresses" ADD CONSTRAINT "known_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
