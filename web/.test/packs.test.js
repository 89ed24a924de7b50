import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
var packs_default = {
	seeds: [
		{
			"secret": "0000000000000000000000000000000000000000000000000000000000000000",
			"seal": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
			"nonces": [],
			"commitments": [],
			"seed": "0000000000000000000000000000000000000000000000000000000000000000",
			"of_four": "9H 9S 9D AD QH KH QC 8D TH 8S JC 9C 8H QD TD 7D AS 7H 8C JS AC AH KC 7C 7S KD TC KS QS JD TS JH",
			"of_three": "7D 9C AD QD JS 8S 9D JD KD AH JH JC AC KC 8C 8H TC 8D AS KH 7H TH 9S TS QS QC 9H QH KS TD"
		},
		{
			"secret": "0000000000000000000000000000000000000000000000000000000000000000",
			"seal": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
			"nonces": [
				"00000000000000000000000000000000",
				"",
				"",
				""
			],
			"commitments": [
				"374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb",
				"",
				"",
				""
			],
			"seed": "2292190f74865ee0e25c61a87d475b990ab1839403b2c9b54a47357cff995f9f",
			"of_four": "9H 9D QS QH 8S AC JS TC TH TS 7D 7H 9S AD 7C KC JC KD 8H TD JH AH 9C JD 8C 8D KH KS QD 7S AS QC",
			"of_three": "JD QH KS 7D TD KD QS JC QC 8H JS TC TH 9S AS 8S KC KH JH AD 9H TS 8C AC 9D AH QD 8D 9C 7H"
		},
		{
			"secret": "8c2e0718822ce47ca8c74107e66cb0e4b2b3f4d58d82ca6386d2c96e760e819b",
			"seal": "6a793ae1ce98c6dda6ee34753b638abcf8a518c8bce95090c90028fb90173e60",
			"nonces": [
				"f5b165224a58b791df6af1d8303e61cd",
				"c4bb86c3d1c427103c344c4189eb2f1e",
				"7bd5d47e446fcec2a3d811736110e578",
				"1bcccea696762e6116c6e9c92d99bf35"
			],
			"commitments": [
				"48bad047c6ed65f06b432251cbe66e0492ea5b2735d56a7708f93ee77b70b754",
				"df6b7fccd64c9a6449a64701f79281f32a73ac7ab4516e6c75e65221e19c6637",
				"d08679ab820b41d3fbd900fc6c0cc6ae7f6ee7ecc3c916790177201552901d6d",
				"aa7beabda79dee53c489bda61c44dd19f33f8ff7a2f36c700744d834ba03f724"
			],
			"seed": "b0b090420d58e05d93f40a46580b9ef3a94688a1ac5993da1b5125be93e6c5d9",
			"of_four": "JD AD TS 7S JS AH 7C 8C 9H QH JH QS KD TD TC 8H KH 7D KC 8D AS TH QD 8S JC 9S QC AC 9D KS 7H 9C",
			"of_three": "JC AD AS 9D JH TH JD TC QC 7H 8S 8C AC KS 8D QS 7D TD JS 9H QD KH KD TS 8H KC 9S AH QH 9C"
		},
		{
			"secret": "3129903ac1d45597a242fdf11f8f2b1a39f3c3e693114351dcbed407e3e6b605",
			"seal": "eee397d93a25e8adde4133c26c6238d8a3d231710735051d453a1306cb1a06e6",
			"nonces": [
				"",
				"85c924c3597164c4a6058a00581a22b2",
				"",
				"2de50472433d2e44fed8b6b8357e44cd"
			],
			"commitments": [
				"",
				"c8590efb5b67228980531143c57fb43cd2e0e1c51e0f4eb3d3debc623bf9f900",
				"",
				"031ffefb3b1dd97c1345ce25df3d0513fa002c239da4e2da60759feb55b36c65"
			],
			"seed": "f716be941869e8abaeec01e0039821b54efe0244bd615620b8c06951afb161df",
			"of_four": "9D JH QD 8D 8S KS 9H 8C 9C AH KC QS KH 8H AD TS 7H JC 7C TH TD AS AC 7S 7D 9S JS KD QH TC JD QC",
			"of_three": "AS JD AH TD KD QH KS 8D TS TH 8C JS QS TC 8H KC 9H 9D JH 9S AC AD 8S JC 7D 9C QD KH 7H QC"
		},
		{
			"secret": "4a146cf0d98a98e1cf999661f967bdafdf0e7337420c13f8f5d40f6ce079d1b9",
			"seal": "cb1bddff5398451127aa7689fb91c4889176b9ca52142f96e19de67828daa45f",
			"nonces": [
				"",
				"",
				"b99e8306dda748a61e029a8a3f415b02",
				""
			],
			"commitments": [
				"",
				"",
				"bff361fd54eb8a1070d20677cf15c3469e9c07ccc13c32b9146174b94b103e50",
				""
			],
			"seed": "24db8e79d92c5731f9db0ccc3b775b9bae9123fefcdf757c9d259e9dbf083c98",
			"of_four": "QH 7C 9C 9S KH QD 9H TD AD TS QS 8C 9D KC AH TH KS JH 8H 8S KD JC 7D 8D QC JD AC AS JS TC 7S 7H",
			"of_three": "8D TC KD QC AS 9C TS AD TD 8C KC QS 9D JC KS JD QD KH 8H AH QH JS 9S AC 7H JH 7D 9H 8S TH"
		},
		{
			"secret": "87376f07bcb81287fdc8c0388fe881c3a0661970ef3f6df0148ded7e8a34888d",
			"seal": "11edb5ea05ec2391aae4a3f799545442cc865ce9b7f2289e40d264884730240f",
			"nonces": [
				"",
				"",
				"",
				""
			],
			"commitments": [
				"",
				"",
				"",
				""
			],
			"seed": "0d6c6b23dbd1f2e9e531a8a9b49b8eaa45473807357c94c648c484b6ab54cea7",
			"of_four": "TC KS AH JD 7H 8H 9S QD QS JC 9D KC TD 8S QH AC QC KH 9H 7S 7C 8C TH KD TS 7D JH AD 8D AS JS 9C",
			"of_three": "QH QS 8H 7D 9C QC 7H JS JD AS TD JH KC TC KD 9D KH TH KS 8S 9H JC 8D TS QD 8C AD 9S AC AH"
		}
	],
	matches: [
		{
			"players": 4,
			"preset": "bga",
			"deals": [
				{
					"secret": "ac4c09c28206e7e35594aa6b342f5d0a3a5e4842fab428f762e6e282e5c1657c",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 0,
					"riffles": null,
					"joined": false,
					"pack": "7D KD 8S TS 7H 9S AS 7S 9D 9C QS KS JD KH TC TD JC QC 8C AD QH AC 7C 9H JS KC 8D 8H AH QD TH JH",
					"depth": 0,
					"packets": [3, 2],
					"attacker": 1,
					"turned": "QH",
					"tricks": [
						[
							1,
							2,
							"KD TD 9D QD"
						],
						[
							2,
							1,
							"KC JC 8C AC"
						],
						[
							1,
							0,
							"8S JS 7S KS"
						],
						[
							0,
							1,
							"QS QH TS AS"
						],
						[
							1,
							0,
							"KH 9H AH JH"
						],
						[
							0,
							0,
							"TH 7C 7H 8H"
						],
						[
							0,
							2,
							"9C 7D TC QC"
						],
						[
							2,
							2,
							"9S 8D AD JD"
						]
					],
					"trick": [2, ""],
					"hands": [
						"9C QS KS 8C AD QD TH JH",
						"7D KD 8S JD KH QH AC 7C",
						"TS 7H 9S TC TD 9H JS KC",
						"AS 7S 9D JC QC 8D 8H AH"
					]
				},
				{
					"secret": "0d6ac11963747ac8fabf77255f6cf6da068b9ab2478b0138b175940bc4cb2ed1",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 1,
					"riffles": null,
					"joined": false,
					"pack": "KC KH QH TS AS JH KS KD AC JS 8S TC JC AH 9C 9S QD 9D 8H TD 8C TH JD 7S QC 9H 7D 7H 8D AD QS 7C",
					"depth": 0,
					"packets": [3, 2],
					"attacker": 3,
					"turned": "8C",
					"tricks": [
						[
							2,
							0,
							"KC QC AC 7C"
						],
						[
							0,
							2,
							"7H 8H KH 9H"
						],
						[
							2,
							1,
							"7S 9S KS JS"
						],
						[
							1,
							1,
							"TC JC 8C 8D"
						],
						[
							1,
							3,
							"AD JD AS 9D"
						],
						[
							3,
							1,
							"9C KD 8S QH"
						],
						[
							1,
							3,
							"QS TH TS QD"
						],
						[
							3,
							2,
							"JH 7D TD AH"
						]
					],
					"trick": [2, ""],
					"hands": [
						"KS KD AC QD 9D 7D 7H 8D",
						"JS 8S TC 8H TD AD QS 7C",
						"KC KH QH JC AH TH JD 7S",
						"TS AS JH 9C 9S 8C QC 9H"
					]
				},
				{
					"secret": "3b4be0a35909796fb5d5585f12c614df68b3b589a14da42d79453535aef02560",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 2,
					"riffles": null,
					"joined": false,
					"pack": "QD TS 7D AS QS QH AC AD JD 7H 9D 8C 7C KC KS 8S 9S JC TH TD KD 8H 7S 8D JS JH KH AH TC QC 9H 9C",
					"depth": 0,
					"packets": [3, 2],
					"attacker": 1,
					"turned": "KD",
					"tricks": [
						[
							3,
							2,
							"7S AS 9S 9D"
						],
						[
							2,
							3,
							"QC KC 8S JC"
						],
						[
							3,
							1,
							"7D JH AD TD"
						],
						[
							1,
							1,
							"AH TH 8H KH"
						],
						[
							1,
							1,
							"KD 8C 8D JS"
						],
						[
							1,
							1,
							"AC 9C 7C KS"
						],
						[
							1,
							1,
							"JD 9H QD QH"
						],
						[
							1,
							1,
							"TC 7H TS QS"
						]
					],
					"trick": [1, ""],
					"hands": [
						"AS QS QH KS 8S JS JH KH",
						"AC AD JD 9S JC KD AH TC",
						"7H 9D 8C TH TD QC 9H 9C",
						"QD TS 7D 7C KC 8H 7S 8D"
					]
				},
				{
					"secret": "36a45c4bcc79d7b7ccdfd4b4702e9bceef306e787de9fc10f73fc9cc212cab15",
					"nonces": [
						"e269e9273c28a3d78c7a06618e173c95",
						"",
						"",
						""
					],
					"dealer": 3,
					"riffles": null,
					"joined": false,
					"pack": "7C QD KS 9C QC QS 8S KD TS 7H 7D AS 8C AH 9H JH AD JC 7S TC 9D KC KH 9S QH AC TH 8D JD JS 8H TD",
					"depth": 0,
					"packets": [3, 2],
					"attacker": 2,
					"turned": "9D",
					"tricks": [
						[
							0,
							1,
							"8C AC JC TC"
						],
						[
							1,
							0,
							"QH TS 7H KH"
						],
						[
							0,
							1,
							"9S QS 8S JS"
						],
						[
							1,
							3,
							"9C 8D 8H KC"
						],
						[
							3,
							1,
							"7S KS TH 9D"
						],
						[
							1,
							1,
							"9H AD AS AH"
						],
						[
							1,
							1,
							"JH JD 7D QD"
						],
						[
							1,
							1,
							"QC KD TD 7C"
						]
					],
					"trick": [1, ""],
					"hands": [
						"7C QD KS 8C AH KC KH 9S",
						"9C QC QS 9H JH QH AC TH",
						"8S KD TS AD JC 9D 8D JD",
						"7H 7D AS 7S TC JS 8H TD"
					]
				},
				{
					"secret": "26710d120e0fba988729b8e479baae24860c3e35afd1d3007e2b6d34856fb5a8",
					"nonces": [
						"03446df9cb9f013b5e6caad1383ba55d",
						"",
						"",
						""
					],
					"dealer": 0,
					"riffles": null,
					"joined": false,
					"pack": "7S 9D AH QD JC 9C AS KH AC JD AD KS TS 7H 8H QC 8D TH 8C 8S QH TD KC QS 7C JS 7D JH 9S 9H TC KD",
					"depth": 0,
					"packets": [3, 2],
					"attacker": 1,
					"turned": "QH",
					"tricks": [
						[
							1,
							1,
							"TS JS 9S 8S"
						],
						[
							1,
							3,
							"QH 8H KH 9H"
						],
						[
							3,
							2,
							"7D JD 9D QD"
						],
						[
							2,
							3,
							"QC AC 8C KC"
						],
						[
							3,
							3,
							"JH TC 7H QS"
						],
						[
							3,
							3,
							"AS KS 7S 7C"
						],
						[
							3,
							1,
							"8D KD TD 9C"
						],
						[
							1,
							1,
							"AH JC TH AD"
						]
					],
					"trick": [1, ""],
					"hands": [
						"JD AD KS 8C 8S 9H TC KD",
						"7S 9D AH TS 7H QH TD KC",
						"QD JC 9C 8H QC QS 7C JS",
						"AS KH AC 8D TH 7D JH 9S"
					]
				}
			]
		},
		{
			"players": 4,
			"preset": "french",
			"deals": [
				{
					"secret": "3c344c4189eb2f1e7bd5d47e446fcec2a3d811736110e5781bcccea696762e61",
					"nonces": [
						"df6af1d8303e61cdc4bb86c3d1c42710",
						"",
						"",
						""
					],
					"dealer": 1,
					"riffles": null,
					"joined": false,
					"pack": "8C TH JS TS JH QD 8D 9H TC JC TD KH QC AC 9C 8H KD 9D 7C KS 7S AD AH KC 7H 9S AS QH QS JD 8S 7D",
					"depth": 5,
					"packets": [2, 3],
					"attacker": 1,
					"turned": "9S",
					"tricks": [
						[
							2,
							0,
							"9C 7C JC QC"
						],
						[
							0,
							0,
							"TH KH 8H 9H"
						],
						[
							0,
							1,
							"TD KC 8D 9D"
						],
						[
							1,
							3,
							"AH QH TC 8C"
						],
						[
							3,
							0,
							"JD AD 7H QD"
						],
						[
							0,
							2,
							"7S 9S AS 8S"
						],
						[
							2,
							2,
							"AC KD JS TS"
						],
						[
							2,
							0,
							"QS 7D KS JH"
						]
					],
					"trick": [0, ""],
					"hands": [
						"JC TD KS 7S AD 8C TH JS",
						"KH QC AH KC 7H 9S TS JH",
						"QD 8D AC 9C 8H AS QH QS",
						"9H TC KD 9D 7C JD 8S 7D"
					]
				},
				{
					"dealer": 2,
					"riffles": 0,
					"joined": false,
					"pack": "QS 7D KS JH AC KD JS TS 7S 9S AS 8S JD AD 7H QD TH KH 8H 9H 9C 7C JC QC AH QH TC 8C TD KC 8D 9D",
					"depth": 30,
					"packets": [3, 2],
					"attacker": 0,
					"turned": "8H",
					"tricks": [
						[
							3,
							3,
							"AS KS JS TS"
						],
						[
							3,
							0,
							"QS JH AH 7S"
						],
						[
							0,
							2,
							"JD KD TD 8D"
						],
						[
							2,
							3,
							"KH 9H 8H 7H"
						],
						[
							3,
							1,
							"7C QC AC KC"
						],
						[
							1,
							2,
							"QH TH 8S AD"
						],
						[
							2,
							2,
							"9S 9C JC QD"
						],
						[
							2,
							1,
							"8C 9D 7D TC"
						]
					],
					"trick": [1, ""],
					"hands": [
						"7D KS JH JD AD 8H JC QC",
						"AC KD JS 7H QD AH QH TC",
						"TS 7S 9S TH KH 8C TD KC",
						"8D 9D QS AS 8S 9H 9C 7C"
					]
				},
				{
					"dealer": 3,
					"riffles": 0,
					"joined": false,
					"pack": "8C 9D 7D TC 7C QC AC KC KH 9H 8H 7H AS KS JS TS 9S 9C JC QD QH TH 8S AD JD KD TD 8D QS JH AH 7S",
					"depth": 30,
					"packets": [2, 3],
					"attacker": 3,
					"turned": "JC",
					"tricks": [
						[
							0,
							3,
							"QD JD TD 7C"
						],
						[
							3,
							3,
							"TS 7S 8S KS"
						],
						[
							3,
							0,
							"9S KC 8C AS"
						],
						[
							0,
							3,
							"AC 8H TC 9C"
						],
						[
							3,
							0,
							"JH QH 9H KD"
						],
						[
							0,
							3,
							"KH 7H 7D JC"
						],
						[
							3,
							3,
							"QS AH 9D JS"
						],
						[
							3,
							3,
							"QC TH AD 8D"
						]
					],
					"trick": [3, ""],
					"hands": [
						"AH 7S AC KC KH QD QH TH",
						"8C 9D 9H 8H 7H 8S AD JD",
						"7D TC AS KS JS KD TD 8D",
						"7C QC TS 9S 9C JC QS JH"
					]
				},
				{
					"dealer": 0,
					"riffles": 0,
					"joined": false,
					"pack": "JH QH 9H KD 9S KC 8C AS QC TH AD 8D QS AH 9D JS KH 7H 7D JC AC 8H TC 9C TS 7S 8S KS QD JD TD 7C",
					"depth": 18,
					"packets": [3, 2],
					"attacker": 1,
					"turned": "8C",
					"tricks": [
						[
							1,
							3,
							"QC TC 9D KC"
						],
						[
							3,
							2,
							"QS JS AS AD"
						],
						[
							2,
							3,
							"8H AH 7H 7C"
						],
						[
							3,
							0,
							"KD JD TD 8D"
						],
						[
							0,
							0,
							"QD 7D QH 8S"
						],
						[
							0,
							3,
							"KS AC 9C TS"
						],
						[
							3,
							0,
							"9H KH JC JH"
						],
						[
							0,
							0,
							"9S 8C TH 7S"
						]
					],
					"trick": [0, ""],
					"hands": [
						"KS QD JD 9S KC JS KH 7H",
						"7D JC AC TD 7C 8C AS QC",
						"8H TC 9C JH QH TH AD 8D",
						"TS 7S 8S 9H KD QS AH 9D"
					]
				},
				{
					"dealer": 1,
					"riffles": 0,
					"joined": false,
					"pack": "KS AC 9C TS 8H AH 7H 7C QC TC 9D KC 9S 8C TH 7S 9H KH JC JH QD 7D QH 8S KD JD TD 8D QS JS AS AD",
					"depth": 22,
					"packets": [2, 3],
					"attacker": 2,
					"turned": "9D",
					"tricks": [
						[
							2,
							0,
							"KS TS 8D QS"
						],
						[
							0,
							2,
							"JC 7C KC 8C"
						],
						[
							2,
							3,
							"9D JD TD QD"
						],
						[
							3,
							2,
							"KD 8H 7D AD"
						],
						[
							2,
							3,
							"QH TH 9H JH"
						],
						[
							3,
							1,
							"7S AH JS 8S"
						],
						[
							1,
							1,
							"TC AS 9C 7H"
						],
						[
							1,
							3,
							"QC 9S AC KH"
						]
					],
					"trick": [3, ""],
					"hands": [
						"TD 8D 8H AH 7H 9H KH JC",
						"QS JS 7C QC TC JH QD 7D",
						"QH 8S AS AD KS 9D KC 9S",
						"KD JD AC 9C TS 8C TH 7S"
					]
				}
			]
		},
		{
			"players": 4,
			"preset": "french",
			"deals": [
				{
					"secret": "7bd2a4f2c8af5bd99f267a0ed3197217dd2bba1537436e5c2441e3d54410492b",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 2,
					"riffles": null,
					"joined": false,
					"pack": "7D TD KD QD 9C 7S AH KS JD JS QH TS 8H AD AC JH 8D 7H TH 9H KC TC 9D QS JC QC KH 8C 7C AS 9S 8S",
					"depth": 23,
					"packets": [2, 3],
					"attacker": 2,
					"turned": "TS",
					"tricks": [
						[
							3,
							3,
							"AC 9C 8C TC"
						],
						[
							3,
							2,
							"8S QD KS AS"
						],
						[
							2,
							2,
							"JS QS QC 7S"
						],
						[
							2,
							3,
							"JD AD KD KC"
						],
						[
							3,
							2,
							"7D 8D 7C 9D"
						],
						[
							2,
							1,
							"QH 8H 7H AH"
						],
						[
							1,
							2,
							"9H 9S JC JH"
						],
						[
							2,
							2,
							"TS TD KH TH"
						]
					],
					"trick": [2, ""],
					"hands": [
						"QC KH KD QD 9C JH 8D 7H",
						"8C 7C 7S AH KS TH 9H KC",
						"AS 9S JD JS QH TS TC 9D",
						"QS JC 8S 7D TD 8H AD AC"
					]
				},
				{
					"secret": "8651e9853ed805b1fae47e000472b4624dbce6965e990c0becee4dcbdabd70fd",
					"nonces": [
						"f26b9bef66e73828d9001bbcae81092f",
						"",
						"",
						""
					],
					"dealer": 3,
					"riffles": null,
					"joined": false,
					"pack": "JC 7H 8D JS JD QD JH 8C 8H AS TH AH AC KS 9D QS TC 9S KC 7S 8S AD TD 7D 9H TS QH QC KD 9C 7C KH",
					"depth": 3,
					"packets": [3, 2],
					"attacker": 0,
					"turned": "7D",
					"tricks": [
						[
							0,
							3,
							"QS 9S 7S KS"
						],
						[
							3,
							0,
							"8D JD KD AS"
						],
						[
							0,
							0,
							"TC QC 9C JC"
						],
						[
							0,
							3,
							"QD 8C 8S 9D"
						],
						[
							3,
							3,
							"AD 7D KC TH"
						],
						[
							3,
							3,
							"AC 9H 8H 7C"
						],
						[
							3,
							2,
							"7H TS QH AH"
						],
						[
							2,
							3,
							"KH TD JS JH"
						]
					],
					"trick": [3, ""],
					"hands": [
						"JS JD QD QS TC 7D 9H TS",
						"JH 8C 8H 9S KC QH QC KD",
						"AS TH AH 7S 8S 9C 7C KH",
						"AC KS 9D AD TD JC 7H 8D"
					]
				},
				{
					"secret": "9f2851baa4d45ed1e06b6493c9009018658837120691265bab24172d1b6a6cff",
					"nonces": [
						"7a0affb2ef1228eb1d6695158c94fd95",
						"",
						"",
						""
					],
					"dealer": 0,
					"riffles": null,
					"joined": false,
					"pack": "7C 8H AH KS 9C JC JS TD TC 8C KD 9S 7S QC 8D 7D JH QD TH 9H AC 9D AD QS KH QH 8S AS TS JD KC 7H",
					"depth": 27,
					"packets": [3, 2],
					"attacker": 2,
					"turned": "7D",
					"tricks": [
						[
							1,
							3,
							"JH 7H AH QH"
						],
						[
							3,
							1,
							"AD 8D JD KD"
						],
						[
							1,
							3,
							"QD 7D 9D QC"
						],
						[
							3,
							1,
							"7S JS TS AC"
						],
						[
							1,
							1,
							"AS 7C KS 8S"
						],
						[
							1,
							1,
							"TD 8C 9S JC"
						],
						[
							1,
							1,
							"TC KC QS 9C"
						],
						[
							1,
							1,
							"TH 9H 8H KH"
						]
					],
					"trick": [1, ""],
					"hands": [
						"9C JC JS QC 8D KH QH 8S",
						"AS TS JD TD TC JH QD TH",
						"KC 7H 7C 8C KD 7D 9H AC",
						"8H AH KS 9S 7S 9D AD QS"
					]
				},
				{
					"secret": "494dd05dae5ab5086154ba8935d29bd9c052e06102607690525f5b71eb8c5434",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 1,
					"riffles": null,
					"joined": false,
					"pack": "AH JH 7S 8D TH KH 8C 9S QD JC 7C JS JD 7D 9C TC AD QC 7H KD 9H KC QH KS TS 8H TD AS AC 9D 8S QS",
					"depth": 11,
					"packets": [3, 2],
					"attacker": 1,
					"turned": "QS",
					"tricks": [
						[
							2,
							0,
							"TS KH AS 8S"
						],
						[
							0,
							2,
							"9S QS JS TH"
						],
						[
							2,
							2,
							"AH 8H 7H 9H"
						],
						[
							2,
							1,
							"JH TD QC QH"
						],
						[
							1,
							2,
							"JC KS 9C 8C"
						],
						[
							2,
							0,
							"7D 8D QD 9D"
						],
						[
							0,
							2,
							"AC KC 7S TC"
						],
						[
							2,
							3,
							"JD AD KD 7C"
						]
					],
					"trick": [3, ""],
					"hands": [
						"QC 7H KD AS AC 8C 9S QD",
						"9H KC QH 9D 8S QS JC 7C",
						"JS JD 7D KS TS AH JH 7S",
						"9C TC AD 8H TD 8D TH KH"
					]
				},
				{
					"secret": "40f6df2431e26e2d7e93cfd96bcc2410ece3056edae48f7183aa5fc7ab069c45",
					"nonces": [
						"59a08fc4af11889c83ceca0f877dbfdc",
						"",
						"",
						""
					],
					"dealer": 2,
					"riffles": null,
					"joined": false,
					"pack": "AH QH 9S 7D TC 8S QD QC KH JC 9C KD JS 7H 8D TS 8C 7S JD AD JH TD 8H AC 7C 9D TH KC QS KS 9H AS",
					"depth": 18,
					"packets": [3, 2],
					"attacker": 3,
					"turned": "QD",
					"tricks": [
						[
							3,
							0,
							"AS KD 9S QS"
						],
						[
							0,
							3,
							"TD 9D 8C JD"
						],
						[
							3,
							2,
							"QC JC 7C KC"
						],
						[
							2,
							3,
							"8S QD 8H JS"
						],
						[
							3,
							1,
							"JH QH TH TS"
						],
						[
							1,
							3,
							"8D TC AD AH"
						],
						[
							3,
							3,
							"KH 9C 7H KS"
						],
						[
							3,
							1,
							"9H AC 7D 7S"
						]
					],
					"trick": [1, ""],
					"hands": [
						"TD 8H AC AH QH JC 9C KD",
						"7C 9D TH 9S 7D JS 7H 8D",
						"KC QS KS TC 8S TS 8C 7S",
						"JD AD JH 9H AS QD QC KH"
					]
				}
			]
		},
		{
			"players": 4,
			"preset": "french",
			"deals": [
				{
					"secret": "fd809a9a9e925b79a6342fa0fdb8b294d97fc6103d92089b25fa5e039f52a8e8",
					"nonces": [
						"4a9b528b69636321a461b55ef55b7bea",
						"",
						"",
						""
					],
					"dealer": 3,
					"riffles": null,
					"joined": false,
					"pack": "9S AC 9H AD 8C 7H 9D AH KS QS QD KD TC AS 8H JC TH TS JH 7S JD 7D QC 8D KC TD 8S 9C 7C KH QH JS",
					"depth": 10,
					"packets": [3, 2],
					"attacker": 3,
					"turned": "QH",
					"tricks": [
						[
							0,
							1,
							"JS AS TS KS"
						],
						[
							1,
							2,
							"8H AH KH 8D"
						],
						[
							2,
							1,
							"TH QH AC 9H"
						],
						[
							1,
							0,
							"JC 9C 7C QC"
						],
						[
							0,
							1,
							"QD TD 9D JD"
						],
						[
							1,
							2,
							"8C 7H QS TC"
						],
						[
							2,
							0,
							"8S 7S 9S KC"
						],
						[
							0,
							2,
							"KD AD JH 7D"
						]
					],
					"trick": [2, ""],
					"hands": [
						"QD KD TC QC 8D JS 9S AC",
						"AS 8H JC KC TD 9H AD 8C",
						"TH TS JH 8S 9C 7H 9D AH",
						"7S JD 7D 7C KH QH KS QS"
					]
				},
				{
					"dealer": 0,
					"riffles": 0,
					"joined": false,
					"pack": "KD AD JH 7D 8S 7S 9S KC 8C 7H QS TC JC 9C 7C QC 8H AH KH 8D QD TD 9D JD TH QH AC 9H JS AS TS KS",
					"depth": 21,
					"packets": [2, 3],
					"attacker": 3,
					"turned": "7H",
					"tricks": [
						[
							1,
							1,
							"TD KD 7D QD"
						],
						[
							1,
							0,
							"AS AD 7S JS"
						],
						[
							0,
							1,
							"8C TC QC AH"
						],
						[
							1,
							3,
							"JC 9C AC KC"
						]
					],
					"trick": [3, "8S 9S TS"],
					"hands": [
						"9H JS 9S KC 8C KH 8D QD",
						"TD 9D AS TS KS QS TC JC",
						"JD TH KD AD JH 9C 7C QC",
						"QH AC 7D 8S 7S 7H 8H AH"
					]
				},
				{
					"dealer": 1,
					"riffles": 0,
					"joined": false,
					"pack": "8S 9S TS JC 9C AC KC 8C TC QC AH AS AD 7S JS TD KD 7D QD 9H KH 8D QH 7H 8H JD TH JH 7C 9D KS QS",
					"depth": 6,
					"packets": [2, 3],
					"attacker": 3,
					"turned": "TH",
					"tricks": [
						[
							2,
							0,
							"8C TC QH JC"
						],
						[
							0,
							2,
							"AH 7H JH 9H"
						],
						[
							2,
							0,
							"JS QS TS 7S"
						],
						[
							0,
							1,
							"8S 8H KC KS"
						],
						[
							1,
							0,
							"AC 7C QC KH"
						],
						[
							0,
							2,
							"8D JD TD QD"
						],
						[
							2,
							1,
							"KD 7D AS AD"
						],
						[
							1,
							3,
							"9C 9D TH 9S"
						]
					],
					"trick": [3, ""],
					"hands": [
						"AH AS KH 8D QH 8S 9S TS",
						"AD 7S 7H 8H JD JC 9C AC",
						"KC 8C JS TD KD JH 7C 9D",
						"TC QC 7D QD 9H TH KS QS"
					]
				},
				{
					"dealer": 2,
					"riffles": 0,
					"joined": false,
					"pack": "8D JD TD QD AC 7C QC KH JS QS TS 7S AH 7H JH 9H 8C TC QH JC 9C 9D TH 9S KD 7D AS AD 8S 8H KC KS",
					"depth": 29,
					"packets": [3, 2],
					"attacker": 2,
					"turned": "TC",
					"tricks": [
						[
							3,
							1,
							"QS 9S AS 8S"
						],
						[
							1,
							3,
							"7D AD 9C JD"
						],
						[
							3,
							0,
							"8H TH JH 9H"
						],
						[
							0,
							3,
							"TD QD 8C JC"
						],
						[
							3,
							1,
							"KC AH AC QC"
						],
						[
							1,
							2,
							"KD TC QH 8D"
						],
						[
							2,
							3,
							"JS TS 7S 7H"
						],
						[
							3,
							1,
							"KS 9D 7C KH"
						]
					],
					"trick": [1, ""],
					"hands": [
						"8D JD TD 7S AH 9D TH 9S",
						"QD AC 7C 7H JH KD 7D AS",
						"QC KH JS 9H 8C TC AD 8S",
						"8H KC KS QS TS QH JC 9C"
					]
				},
				{
					"dealer": 3,
					"riffles": 0,
					"joined": false,
					"pack": "KS 9D 7C KH JS TS 7S 7H KC AH AC QC TD QD 8C JC 7D AD 9C JD QS 9S AS 8S KD TC QH 8D 8H TH JH 9H",
					"depth": 3,
					"packets": [3, 2],
					"attacker": null,
					"turned": "8S",
					"tricks": [],
					"trick": [0, ""],
					"hands": [
						"KH JS TS JC 7D",
						"7S 7H KC AD 9C",
						"AH AC QC JD QS",
						"TD QD 8C 9S AS"
					]
				}
			]
		},
		{
			"players": 4,
			"preset": "french",
			"deals": [
				{
					"secret": "5a43ac2753cf10173122071113bd120536abce666699a58c091affea6a87144a",
					"nonces": [
						"c716691acdaba1b8a912646543c6977a",
						"",
						"",
						""
					],
					"dealer": 0,
					"riffles": null,
					"joined": false,
					"pack": "9D JC QH AC QC 8D TD 7C 7H 9S 7D AD JH 9C JS JD KH KC KD 8S TC TS 9H AS 8H QS TH 7S AH QD KS 8C",
					"depth": 26,
					"packets": [2, 3],
					"attacker": 3,
					"turned": "JS",
					"tricks": [
						[
							1,
							2,
							"KH AH 9H JH"
						],
						[
							2,
							2,
							"TC 8C JC KC"
						],
						[
							2,
							0,
							"QD 7D AD JD"
						],
						[
							0,
							3,
							"QS 7S 8S JS"
						],
						[
							3,
							0,
							"TS AS QC 8D"
						],
						[
							0,
							1,
							"9C AC 7C 7H"
						],
						[
							1,
							3,
							"TH KD KS 8H"
						],
						[
							3,
							3,
							"9S 9D QH TD"
						]
					],
					"trick": [3, ""],
					"hands": [
						"9D JC AD JH 9C AS 8H QS",
						"TH 7S QH AC QC JD KH KC",
						"AH QD 8D TD 7C KD 8S TC",
						"KS 8C 7H 9S 7D JS TS 9H"
					]
				},
				{
					"secret": "f5ba449b0cec770a71bbd58b9a649c7dc1892995c04ec23f1e6e4952901b65ff",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 1,
					"riffles": 0,
					"joined": true,
					"pack": "TS AS QC 8D QD 7D AD JD TC 8C JC KC KH AH 9H JH 9S 9D QH TD TH KD KS 8H 9C AC 7C 7H QS 7S 8S JS",
					"depth": 28,
					"packets": [2, 3],
					"attacker": null,
					"turned": "9S",
					"tricks": [],
					"trick": [0, ""],
					"hands": [
						"TS AS JC KC KH",
						"QC 8D AH 9H JH",
						"QS 7S QD 7D AD",
						"8S JS JD TC 8C"
					]
				},
				{
					"secret": "aa2a8450d065ba907146ea1dd60a96fd1e73d89181852867332077f6eccca4e6",
					"nonces": [
						"5b1f34534946200d3d3f1ae4129593ed",
						"",
						"",
						""
					],
					"dealer": 2,
					"riffles": 0,
					"joined": true,
					"pack": "QC 8D AH 9H JH TS AS JC KC KH 8S JS JD TC 8C QS 7S QD 7D AD 9S 9D QH TD TH KD KS 8H 9C AC 7C 7H",
					"depth": 29,
					"packets": [3, 2],
					"attacker": 1,
					"turned": "QD",
					"tricks": [
						[
							3,
							1,
							"7D 8D KD KS"
						],
						[
							1,
							0,
							"JH 8H 7H QH"
						],
						[
							0,
							3,
							"TD QD JC AD"
						],
						[
							3,
							3,
							"AC QC TC 9C"
						],
						[
							3,
							1,
							"8S JS TS QS"
						],
						[
							1,
							2,
							"8C KC 7C AH"
						],
						[
							2,
							0,
							"AS 9S 9D TH"
						],
						[
							0,
							0,
							"JD 9H 7S KH"
						]
					],
					"trick": [0, ""],
					"hands": [
						"QC 8D AH JS JD 9D QH TD",
						"9H JH TS TC 8C QD TH KD",
						"AS JC KC QS 7S KS 8H 9C",
						"AC 7C 7H KH 8S 7D AD 9S"
					]
				},
				{
					"secret": "b1726fa06feb6e00b8653ead2b208c0d5d7a0a9c84e75ae885a13250be23498b",
					"nonces": [
						"047b44c4d5912f2e50b35dfcf7c52bdd",
						"",
						"",
						""
					],
					"dealer": 3,
					"riffles": 0,
					"joined": true,
					"pack": "JD 9H 7S KH AS 9S 9D TH 8C KC 7C AH JH 8H 7H QH 8S JS TS QS AC QC TC 9C TD QD JC AD 7D 8D KD KS",
					"depth": 16,
					"packets": [2, 3],
					"attacker": 3,
					"turned": "AS",
					"tricks": [
						[
							0,
							0,
							"9S TS KS 7S"
						],
						[
							0,
							0,
							"JS QS 8H AS"
						],
						[
							0,
							0,
							"8S 7C JH 7H"
						],
						[
							0,
							2,
							"9D 8D JD KH"
						],
						[
							2,
							2,
							"AC TC JC KC"
						],
						[
							2,
							2,
							"AH 9H TH 7D"
						],
						[
							2,
							1,
							"KD 9C TD AD"
						],
						[
							1,
							2,
							"8C QC QH QD"
						]
					],
					"trick": [2, ""],
					"hands": [
						"8S JS TD QD JC 9S 9D TH",
						"TS QS AD 7D 8D 8C KC 7C",
						"AC QC KD KS JD AH JH 8H",
						"TC 9C 9H 7S KH AS 7H QH"
					]
				},
				{
					"secret": "3657cc8324c72d644df58f89e6c5a0ae3f37884d379191dc560a8f6609781354",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 0,
					"riffles": 0,
					"joined": true,
					"pack": "KD 9C TD AD 8C QC QH QD AH 9H TH 7D AC TC JC KC 9D 8D JD KH 8S 7C JH 7H JS QS 8H AS 9S TS KS 7S",
					"depth": 3,
					"packets": [3, 2],
					"attacker": 1,
					"turned": "7H",
					"tricks": [
						[
							1,
							2,
							"KC AS 8S TC"
						],
						[
							2,
							2,
							"AH KH JH 7H"
						],
						[
							2,
							1,
							"8H 9H 7C JS"
						],
						[
							1,
							2,
							"QC 9S 7S AC"
						],
						[
							2,
							1,
							"8D 7D TD AD"
						],
						[
							1,
							3,
							"9D QD TS KD"
						],
						[
							3,
							3,
							"KS 9C QS JD"
						],
						[
							3,
							3,
							"TH JC 8C QH"
						]
					],
					"trick": [3, ""],
					"hands": [
						"AC TC JC 7C JH KD 9C TD",
						"AD 8C QC KC 9D 7H JS QS",
						"QH QD AH 8D JD 8H AS 9S",
						"9H TH 7D KH 8S TS KS 7S"
					]
				}
			]
		},
		{
			"players": 4,
			"preset": "flemish",
			"deals": [
				{
					"secret": "ea6b44f130436dd729fe69bd9e8ceba6a07d1dec25b1b087efe26c07ff0d21d7",
					"nonces": [
						"99c0e5bdbcfbc85b37ce91cbde1fc1b0",
						"",
						"",
						""
					],
					"dealer": 1,
					"riffles": null,
					"joined": false,
					"pack": "TH QC TD QS 7H AD KH 8C 7D AH 8D QH TC JH 9S JC 9C 7S JS JD 8H KD 7C KS 9H 9D TS AC 8S QD AS KC",
					"depth": 13,
					"packets": [3, 2],
					"attacker": 3,
					"turned": "QC",
					"tricks": [
						[
							2,
							0,
							"7H KH AH QH"
						],
						[
							0,
							2,
							"8C TC JC 9C"
						],
						[
							2,
							0,
							"TS 8S AS KS"
						],
						[
							0,
							1,
							"8H TH JH 7S"
						],
						[
							1,
							3,
							"KC 9D AC JD"
						],
						[
							3,
							3,
							"AD KD 8D TD"
						],
						[
							3,
							3,
							"QC 7D 7C QS"
						],
						[
							3,
							3,
							"JS QD 9H 9S"
						]
					],
					"trick": [3, ""],
					"hands": [
						"JD 8H KD QD AS 8C 7D AH",
						"7C KS 9H KC TH 8D QH TC",
						"JH 9S JC 9D TS TD QS 7H",
						"9C 7S JS AC 8S QC AD KH"
					]
				},
				{
					"secret": "ef3969a3f86a600858e139cd30395a7edb2a8d553e4da3d688e00135a2276d21",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 2,
					"riffles": 4,
					"joined": false,
					"pack": "7H 8D JH 8S 8C JC QH AS 9D JS QD 9H 9S TD 7S KS TS QC JD QS 9C 8H KD KH 7C TC KC 7D AD TH AC AH",
					"depth": 19,
					"packets": [3, 2],
					"attacker": 3,
					"turned": "AS",
					"tricks": [
						[
							3,
							2,
							"9C 7C TC AC"
						],
						[
							2,
							1,
							"JD 9D KD TD"
						],
						[
							1,
							3,
							"KS TS AS 9S"
						],
						[
							3,
							0,
							"JS JH 8S JC"
						],
						[
							0,
							3,
							"QD 7D AD AH"
						],
						[
							3,
							2,
							"7H KH KC TH"
						],
						[
							2,
							0,
							"QH 8H 9H 8C"
						],
						[
							0,
							0,
							"8D 7S QC QS"
						]
					],
					"trick": [0, ""],
					"hands": [
						"KD KH 7C 8D JH QD 9H 9S",
						"TC KC 7D 8S 8C TD 7S KS",
						"AD TH AC JC QH TS QC JD",
						"QS 9C 8H AH 7H AS 9D JS"
					]
				},
				{
					"secret": "eed258b00babd4d4a81e188ca693b65f05ffe0f6d55d3b098b67c88c4589129d",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 3,
					"riffles": 4,
					"joined": false,
					"pack": "AD KC JC 9C 8C AS 7H AH 9H 7C QH QD 8D KS 7D 7S 8H QC TC TH AC TS JH KD KH 9S 8S JD 9D TD QS JS",
					"depth": 14,
					"packets": [3, 2],
					"attacker": 2,
					"turned": "JC",
					"tricks": [
						[
							0,
							1,
							"AS TC JS KS"
						],
						[
							1,
							3,
							"9H QH KH 8H"
						],
						[
							3,
							2,
							"8D JD TD JC"
						],
						[
							2,
							2,
							"AC KC 8C QC"
						],
						[
							2,
							2,
							"QS 9S 8S 7H"
						],
						[
							2,
							1,
							"JH KD 7D TH"
						],
						[
							1,
							0,
							"9D 7C AD 9C"
						],
						[
							0,
							2,
							"7S AH TS QD"
						]
					],
					"trick": [2, ""],
					"hands": [
						"7D 7S 8H 8S JD 9C 8C AS",
						"QC TC TH 9D TD 7H AH 9H",
						"AC TS JH QS JS JC 7C QH",
						"KD KH 9S AD KC QD 8D KS"
					]
				},
				{
					"secret": "f5c9977c2b3f840c7d81951fc16a91d748c1521f69981f387c82539d360c4fa5",
					"nonces": [
						"10a096113fd992ffa802bf67afff84b3",
						"",
						"",
						""
					],
					"dealer": 0,
					"riffles": 4,
					"joined": false,
					"pack": "AS AH 8D QC QH JD AD TD 7D JC 7H KC TC AC 7S JH 9H KH 9S TS KD QD JS 8S 8C 8H 9D KS 9C TH QS 7C",
					"depth": 11,
					"packets": [3, 2],
					"attacker": 2,
					"turned": "7C",
					"tricks": [
						[
							1,
							1,
							"AS 7S KS QS"
						],
						[
							1,
							3,
							"8D 9D AD 7D"
						],
						[
							3,
							2,
							"JD KD AH 9H"
						],
						[
							2,
							0,
							"8H KH TH AC"
						],
						[
							0,
							2,
							"7H 8C QH 9C"
						],
						[
							2,
							1,
							"7C TS JC KC"
						],
						[
							1,
							2,
							"8S JH 9S JS"
						],
						[
							2,
							1,
							"QC TD QD TC"
						]
					],
					"trick": [1, ""],
					"hands": [
						"KD QD JS TH QS 7D JC 7H",
						"KC TC AC 8S 8C AS AH 8D",
						"7S JH 9H 8H 9D 7C QC QH",
						"KH 9S TS KS 9C JD AD TD"
					]
				},
				{
					"secret": "88a43b7810f0f0266501548dab8a0a411f7b381cd9c205471a5c84d113855a29",
					"nonces": [
						"",
						"",
						"",
						""
					],
					"dealer": 1,
					"riffles": 4,
					"joined": false,
					"pack": "9D JD TS KH TH 9H AC KD QS TC AS 7S QH AH AD QC JC JS 7H KC JH 8C 8D KS 9C TD 7D 8H 9S QD 7C 8S",
					"depth": 20,
					"packets": [3, 2],
					"attacker": 3,
					"turned": "QS",
					"tricks": [
						[
							2,
							1,
							"7S KS 9S JS"
						],
						[
							1,
							2,
							"7C TC 9C JC"
						],
						[
							2,
							3,
							"JH QH 9H 7H"
						],
						[
							3,
							2,
							"AH TH QD AS"
						],
						[
							2,
							0,
							"8D TD AD KD"
						],
						[
							0,
							3,
							"7D 8S 9D TS"
						],
						[
							3,
							3,
							"KH 8H KC 8C"
						],
						[
							3,
							3,
							"QS QC AC JD"
						]
					],
					"trick": [3, ""],
					"hands": [
						"7D 8H 9S TH 9H AD QC JC",
						"QD 7C 8S AC KD JS 7H KC",
						"JH 8C 8D 9D JD TC AS 7S",
						"KS 9C TD TS KH QS QH AH"
					]
				}
			]
		},
		{
			"players": 3,
			"preset": "flemish3",
			"deals": [
				{
					"secret": "96946bd26935a014be3a2b7c73a420c339a0f94237376d09889a1d00c7994425",
					"nonces": [
						"",
						"",
						""
					],
					"dealer": 0,
					"riffles": null,
					"joined": false,
					"pack": "JD JS 9H QD 9S AS 8C KC KS JH QC TS AD AC AH 7D TC 9D 9C 8D TD TH QH KH QS 8S KD 8H JC 7H",
					"depth": 17,
					"packets": [3, 3],
					"attacker": 1,
					"turned": "AS",
					"tricks": [
						[
							1,
							2,
							"9D JD 7D"
						],
						[
							2,
							2,
							"JH 9H 8H"
						],
						[
							2,
							1,
							"QH KH KS"
						],
						[
							1,
							2,
							"8D AD QD"
						],
						[
							2,
							1,
							"TH AH AS"
						],
						[
							1,
							0,
							"9C QC TC"
						],
						[
							0,
							2,
							"QS JC JS"
						],
						[
							2,
							0,
							"TS 9S KD"
						],
						[
							0,
							0,
							"AC 8C TD"
						],
						[
							0,
							0,
							"8S KC 7H"
						]
					],
					"trick": [0, ""],
					"hands": [
						"KH QS 8S 9H QD 9S AC AH 7D TC",
						"9D 9C 8D KD 8H JC AS 8C KC KS",
						"TD TH QH 7H JD JS JH QC TS AD"
					]
				},
				{
					"secret": "0d0177ed8dc251848a2c3841cb9847fb74381b6941474bed1f6719e18e57f76b",
					"nonces": [
						"4ead9d418257b380d4ae97735a305654",
						"",
						""
					],
					"dealer": 1,
					"riffles": 4,
					"joined": false,
					"pack": "8S 8H AS TS KC QS 7H AC 9S QD JC JD KD JH QH 9D 9C KH 7D 9H 8D 8C AD AH JS QC KS TH TC TD",
					"depth": 14,
					"packets": [3, 3],
					"attacker": 0,
					"turned": "AS",
					"tricks": [
						[
							2,
							0,
							"9C AC JC"
						],
						[
							0,
							2,
							"AS 8S JS"
						],
						[
							2,
							0,
							"QS KS TD"
						],
						[
							0,
							0,
							"9S 8C TS"
						],
						[
							0,
							0,
							"TH JH 7H"
						],
						[
							0,
							0,
							"QD 8D 9D"
						],
						[
							0,
							1,
							"7D KD AH"
						],
						[
							1,
							1,
							"JD KC 9H"
						],
						[
							1,
							1,
							"AD QH TC"
						],
						[
							1,
							0,
							"8H QC KH"
						]
					],
					"trick": [0, ""],
					"hands": [
						"KH 7D 9H KS TH TC AS AC 9S QD",
						"8D 8C AD TD 8S 8H JC JD KD JH",
						"QH 9D 9C AH JS QC TS KC QS 7H"
					]
				},
				{
					"secret": "17bc50c09de425f3fbc28c353e2a60b36948db6e762eee57d93398e2e640dd13",
					"nonces": [
						"f862aff3b7e037fedf9c66bdaaffe3c3",
						"",
						""
					],
					"dealer": 2,
					"riffles": 4,
					"joined": false,
					"pack": "8D AS 7D TD 8S JC JD 9H KD AC 7H KC AH AD QH 9D KH 9S TH TC JS 8C QD 8H QS TS JH QC 9C KS",
					"depth": 20,
					"packets": [3, 3],
					"attacker": null,
					"turned": "KD",
					"tricks": [],
					"trick": [0, ""],
					"hands": [
						"JS 8C QD KS 8D AS",
						"8H QS TS 7D TD 8S",
						"JH QC 9C JC JD 9H"
					]
				},
				{
					"secret": "7780ba382b9a10b2070d6690996818b7dfcb1be93fd43720dc2c4c6beef3dbb0",
					"nonces": [
						"b83b68631b06f3cbfcea1b3960aef0f1",
						"",
						""
					],
					"dealer": 2,
					"riffles": 4,
					"joined": false,
					"pack": "KH QH JS TS 7D KC 8D QC KD 8C 8H TC 9S AH AC QD JC KS 7H TD QS AD JD TH 8S AS 9H 9D 9C JH",
					"depth": 15,
					"packets": [3, 3],
					"attacker": 2,
					"turned": "TS",
					"tricks": [
						[
							0,
							2,
							"AS QS 9S"
						],
						[
							2,
							2,
							"TS 8S TD"
						],
						[
							2,
							2,
							"JS KS JH"
						],
						[
							2,
							2,
							"AC QC 9C"
						],
						[
							2,
							2,
							"AD 7D KD"
						],
						[
							2,
							2,
							"TH 9H 8H"
						],
						[
							2,
							0,
							"JD QD 9D"
						],
						[
							0,
							0,
							"8D TC KH"
						],
						[
							0,
							0,
							"KC 8C QH"
						],
						[
							0,
							0,
							"JC 7H AH"
						]
					],
					"trick": [0, ""],
					"hands": [
						"QD JC KS 8S AS 9H 7D KC 8D QC",
						"7H TD QS 9D 9C JH KD 8C 8H TC",
						"AD JD TH KH QH JS TS 9S AH AC"
					]
				},
				{
					"secret": "0309d7164e14b93170146261d9336e69625f382085d7cac0cd1311e93880c1e9",
					"nonces": [
						"7120abc4fd55443bb72237ed41cb5fa4",
						"",
						""
					],
					"dealer": 0,
					"riffles": 4,
					"joined": false,
					"pack": "JD KS TS QD TC 9H 8H AH QS KC 8C QH JC TH JH AD KH 8D 9S AC JS 7D TD 8S 9D 7H QC KD 9C AS",
					"depth": 18,
					"packets": [3, 3],
					"attacker": 2,
					"turned": "8H",
					"tricks": [
						[
							1,
							2,
							"KD TD 8D"
						],
						[
							2,
							0,
							"KS 7H 9S"
						],
						[
							0,
							1,
							"9D AH JD"
						],
						[
							1,
							0,
							"QS TS KH"
						],
						[
							0,
							0,
							"9H 9C 8H"
						],
						[
							0,
							0,
							"JH JS TH"
						],
						[
							0,
							1,
							"QC AC JC"
						],
						[
							1,
							1,
							"AS 8S QD"
						],
						[
							1,
							2,
							"8C QH TC"
						],
						[
							2,
							0,
							"7D AD KC"
						]
					],
					"trick": [0, ""],
					"hands": [
						"9D 7H QC QD TC 9H JH AD KH 8D",
						"9S AC JS KD 9C AS AH QS KC 8C",
						"7D TD 8S JD KS TS 8H QH JC TH"
					]
				}
			]
		}
	]
};
// src/fairness/packs.ts
var LABEL = utf8ToBytes("rebelote pack\n");
var CARDS = [
	"S",
	"H",
	"D",
	"C"
].flatMap((suit) => [
	"7",
	"8",
	"9",
	"T",
	"J",
	"Q",
	"K",
	"A"
].map((rank) => rank + suit));
var BLACK_SEVENS = ["7S", "7C"];
/** The SHA-256 of bytes in hexadecimal digits, in the same. (`crypto.subtle` is kept from plain http.) */
var digest = (hex) => bytesToHex(sha256(hexToBytes(hex)));
/** What a pack is made from; no nonces at all: the secret alone. */
function packSeed(secret, nonces) {
	if (!nonces.length) return secret;
	const parts = nonces.flatMap((nonce, seat) => nonce ? [Uint8Array.of(seat), hexToBytes(nonce)] : []);
	return bytesToHex(sha256(concatBytes(LABEL, hexToBytes(secret), ...parts)));
}
/** A stream of numbers that anybody can repeat. */
var Stream = class {
	seed;
	drawn = 0n;
	constructor(seed) {
		this.seed = seed;
	}
	next() {
		const counter = hexToBytes(this.drawn.toString(16).padStart(16, "0"));
		this.drawn += 1n;
		return BigInt(`0x${bytesToHex(sha256(concatBytes(hexToBytes(this.seed), counter)).slice(0, 8))}`);
	}
	/** Any number below this, all equally likely. */
	below(stop) {
		const all = 1n << 64n;
		const limit = all - all % BigInt(stop);
		let drawn = this.next();
		while (drawn >= limit) drawn = this.next();
		return Number(drawn % BigInt(stop));
	}
};
/** A fresh pack, for so many players. */
function shuffled(stream, players) {
	const pack = players === 3 ? CARDS.filter((card) => !BLACK_SEVENS.includes(card)) : [...CARDS];
	for (let place = pack.length - 1; place > 0; place--) {
		const other = stream.below(place + 1);
		[pack[place], pack[other]] = [pack[other], pack[place]];
	}
	return pack;
}
/** The pack riffled so many times. */
function riffled(pack, times, stream) {
	for (let done = 0; done < times; done++) {
		const upper = pack.map(() => stream.below(2) === 0);
		const size = upper.filter(Boolean).length;
		const packets = [pack.slice(0, size), pack.slice(size)];
		pack = upper.map((fromUpper) => packets[fromUpper ? 0 : 1].shift());
	}
	return pack;
}
/** The piles of the sides upon each other, newest tricks on top, the pile of one side uppermost. */
function gathered(tricks, onTop, players) {
	const sides = players === 4 ? [0, 1] : [
		0,
		1,
		2
	];
	const sideOf = (seat) => players === 4 ? seat % 2 : seat;
	return [onTop, ...sides.filter((side) => side !== onTop)].flatMap((side) => tricks.filter((trick) => sideOf(trick.winner) === side).reverse().flatMap((trick) => trick.cards));
}
/** The turned card, and by seat the cards that this pack gives. */
function dealt(pack, how) {
	const { players, dealer, depth, packets, attacker } = how;
	const lies = [...pack.slice(depth), ...pack.slice(0, depth)];
	const order = Array.from({ length: players }, (_, turn) => (dealer + 1 + turn) % players);
	const hands = order.map(() => []);
	for (const size of packets) for (const seat of order) hands[seat].push(...lies.splice(0, size));
	const turned = lies.shift();
	if (attacker === null) return {
		turned,
		hands
	};
	const each = (lies.length + 1) / players;
	hands[attacker].push(turned);
	for (const seat of order) hands[seat].push(...lies.splice(0, each - Number(seat === attacker)));
	return {
		turned,
		hands
	};
}
// src/fairness/witness.ts
var EMPTY = {
	next: "",
	mine: "",
	awaited: null,
	deal: null,
	verdicts: []
};
/** What a tab has kept, also by an older page, whose verdicts had no checks. */
function taken(up) {
	const verdicts = (up?.verdicts ?? []).map((verdict) => ({
		commitments: [],
		nonces: [],
		checks: [],
		...verdict
	}));
	return {
		...EMPTY,
		...up,
		verdicts
	};
}
/** Make everything again. */
function verdict(deal, secret, nonces) {
	const { commitment, commitments } = deal.seal;
	const own = !deal.mine ? "none" : nonces.includes(deal.mine) ? "in" : "late";
	const checks = checked(deal, secret, nonces);
	const fault = faultIn(checks);
	const outcome = fault ? "false" : checks.some(({ what, fits }) => what === "pack" && fits) ? "proven" : "unseen";
	return {
		number: deal.number,
		outcome,
		own,
		added: nonces.filter(Boolean).length,
		fault,
		commitment,
		secret,
		commitments,
		nonces,
		checks
	};
}
var FAULTS = {
	seal: "seal",
	nonces: "nonces",
	told: "nonces",
	pack: "pack"
};
/** The first that does not fit. */
function faultIn(checks) {
	const first = checks.find(({ fits }) => fits === false);
	return (first && FAULTS[first.what]) ?? "";
}
function checked(deal, secret, nonces) {
	const made = madeFrom(deal, secret, nonces);
	const sound = made.every(({ fits }) => fits !== false);
	const own = deal.mine ? [{
		what: "own",
		fits: nonces.includes(deal.mine) || null
	}] : [];
	return [
		{
			what: "kept",
			fits: true
		},
		...made,
		...own,
		{
			what: "pack",
			fits: sound ? packFits(deal, packSeed(secret, nonces)) : null
		}
	];
}
/** Secret and nonces, against what was said before. */
function madeFrom(deal, secret, nonces) {
	const { commitment, commitments } = deal.seal;
	const seal = {
		what: "seal",
		fits: /^[0-9a-f]{64}$/.test(secret) && digest(secret) === commitment
	};
	const told = {
		what: "told",
		fits: deal.nonces && deal.nonces.join() === nonces.join()
	};
	const fit = nonces.length === commitments.length && nonces.every((nonce, seat) => !nonce || /^[0-9a-f]{32}$/.test(nonce) && digest(nonce) === commitments[seat]);
	return commitments.length || nonces.length ? [
		seal,
		{
			what: "nonces",
			fits: fit
		},
		told
	] : [seal];
}
/** Whether that pack gives the cards that were seen; null where it cannot be made, or was not seen. */
function packFits(deal, seed) {
	const pack = packOf(deal, seed);
	if (!pack || !deal.packets) return null;
	const { turned, hands } = dealt(pack, {
		...deal,
		packets: deal.packets
	});
	return (!deal.turned || deal.turned === turned) && deal.held.every(([seat, card]) => hands[seat]?.includes(card) ?? false);
}
/** The pack that the seed makes; null where it goes on from a deal that was not seen. */
function packOf(deal, seed) {
	const stream = new Stream(seed);
	const { riffles, joined } = deal.seal;
	if (riffles === null) return shuffled(stream, deal.players);
	if (!deal.before) return null;
	const sides = deal.players === 4 ? 2 : 3;
	const dealers = deal.players === 4 ? deal.dealer % 2 : deal.dealer;
	return riffled(gathered(deal.before, joined ? stream.below(sides) : dealers, deal.players), riffles, stream);
}
// tests/fairness/packs.test.ts
for (const [i, made] of packs_default.seeds.entries()) test(`seal, commitments, seed and packs of case ${i}`, () => {
	assert.equal(digest(made.secret), made.seal);
	assert.deepEqual(made.nonces.map((nonce) => nonce && digest(nonce)), made.commitments);
	const seed = packSeed(made.secret, made.nonces);
	assert.equal(seed, made.seed);
	assert.equal(shuffled(new Stream(seed), 4).join(" "), made.of_four);
	assert.equal(shuffled(new Stream(seed), 3).join(" "), made.of_three);
});
var cards = (text) => text.split(" ").filter(Boolean);
for (const match of packs_default.matches) test(`a match by ${match.preset}: every pack is made again, and every hand dealt`, () => {
	let before = [];
	for (const [i, deal] of match.deals.entries()) {
		const pack = cards(deal.pack);
		const complete = before.length === (match.players === 4 ? 8 : 10);
		const stream = "secret" in deal && deal.secret ? new Stream(packSeed(deal.secret, deal.nonces ?? [])) : null;
		if (i === 0 || deal.riffles === null) assert.deepEqual(shuffled(stream, match.players), pack);
		else if (complete) {
			const side = match.players === 4 ? deal.dealer % 2 : deal.dealer;
			const onTop = deal.joined ? stream.below(match.players === 4 ? 2 : 3) : side;
			assert.deepEqual(riffled(gathered(before, onTop, match.players), stream ? deal.riffles : 0, stream), pack);
		}
		if (deal.packets) {
			const { turned, hands } = dealt(pack, {
				players: match.players,
				dealer: deal.dealer,
				depth: deal.depth,
				packets: deal.packets,
				attacker: deal.attacker
			});
			assert.equal(turned, deal.turned);
			assert.deepEqual(hands, deal.hands.map(cards));
		}
		before = deal.tricks.map(([leader, winner, text]) => ({
			leader: Number(leader),
			winner: Number(winner),
			cards: cards(String(text))
		}));
	}
});
test("what fits is proven, and what does not is found", () => {
	const first = packs_default.matches.find(({ players, deals }) => players === 4 && deals[0].nonces?.some(Boolean)).deals[0];
	const secret = first.secret;
	const nonces = first.nonces;
	const seal = {
		event: "pack_sealed",
		commitment: digest(secret),
		commitments: nonces.map((it) => it && digest(it)),
		match: 1,
		number: 1,
		riffles: null,
		joined: false
	};
	const held = first.hands.flatMap((hand, seat) => cards(hand).map((card) => [seat, card]));
	const deal = {
		number: 1,
		dealer: first.dealer,
		players: 4,
		seal: {
			...seal,
			commitments: [...seal.commitments]
		},
		mine: nonces[0],
		nonces,
		depth: first.depth,
		packets: first.packets,
		turned: first.turned,
		attacker: first.attacker,
		held,
		tricks: [],
		before: null
	};
	const said = (change, opened = secret, revealed = nonces) => {
		const { outcome, fault, own } = verdict({
			...deal,
			...change
		}, opened, revealed);
		return `${outcome} ${fault} ${own}`;
	};
	assert.equal(said({}), nonces[0] ? "proven  in" : "proven  none");
	assert.match(said({}, "00".repeat(32)), /^false seal/);
	assert.match(said({ nonces: [
		"00".repeat(16),
		"",
		"",
		""
	] }), /^false nonces/);
	assert.match(said({}, secret, [
		"11".repeat(16),
		"",
		"",
		""
	]), /^false nonces/);
	assert.match(said({ held: [[0, cards(first.hands[1])[0]]] }), /^false pack/);
	assert.match(said({ depth: first.depth + 1 }), /^false pack/);
	assert.match(said({ seal: {
		...deal.seal,
		riffles: 4
	} }), /^unseen/);
	const checks = (change, opened = secret) => Object.fromEntries(verdict({
		...deal,
		...change
	}, opened, nonces).checks.map(({ what, fits }) => [what, fits]));
	assert.ok(nonces.some(Boolean));
	assert.deepEqual(checks({ mine: nonces.find(Boolean) }), {
		kept: true,
		seal: true,
		nonces: true,
		told: true,
		own: true,
		pack: true
	});
	assert.deepEqual(checks({
		mine: "",
		nonces: null
	}), {
		kept: true,
		seal: true,
		nonces: true,
		told: null,
		pack: true
	});
	assert.deepEqual(checks({ mine: "" }, "00".repeat(32)), {
		kept: true,
		seal: false,
		nonces: true,
		told: true,
		pack: null
	});
	assert.deepEqual(checks({
		mine: "ff".repeat(16),
		held: [[0, cards(first.hands[1])[0]]]
	}), {
		kept: true,
		seal: true,
		nonces: true,
		told: true,
		own: null,
		pack: false
	});
});
test("what an older page kept in this tab is still shown", () => {
	const { verdicts } = taken({ verdicts: [{
		number: 1,
		outcome: "proven",
		own: "in",
		added: 1,
		fault: "",
		commitment: "ab",
		secret: "cd"
	}] });
	assert.deepEqual(verdicts.map(({ outcome, checks, nonces, commitments }) => [
		outcome,
		checks,
		nonces,
		commitments
	]), [[
		"proven",
		[],
		[],
		[]
	]]);
	assert.deepEqual(taken(void 0).verdicts, []);
});
export {};
